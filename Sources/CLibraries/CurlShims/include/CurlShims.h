// One HTTP request over a Unix socket, by libcurl, whose option calls are variadic.
#ifndef CURL_SHIMS_H
#define CURL_SHIMS_H

#include <stddef.h>

typedef struct {
    /// HTTP status, 0 where there was no answer.
    long status;
    /// The body; the caller frees it.
    char *body;
    size_t length;
    /// libcurl's sentence where the request failed, else empty.
    char error[256];
} papertray_http_reply;

/// Sends a request with an empty body. Returns 0, or a CURLcode.
int papertray_http_send(
    const char *socket_path, const char *method, const char *address, long timeout_seconds,
    papertray_http_reply *reply);

#endif
