// An HTTP server on a listening socket, by libmicrohttpd, whose start and option calls are variadic.
#ifndef MICROHTTPD_SHIMS_H
#define MICROHTTPD_SHIMS_H

#include <stddef.h>

/// One request that waits for its answer.
typedef struct papertray_http_request papertray_http_request;
typedef struct papertray_http_server papertray_http_server;

/// Called on the server's thread when a request is complete. The request stays valid until it is answered.
typedef void (*papertray_http_handler)(void *context, papertray_http_request *request);

/// Serves on `descriptor`, which the server owns from now on. NULL where it cannot start.
papertray_http_server *papertray_http_start(int descriptor, papertray_http_handler handler, void *context);
/// Stops serving; requests that wait are cut off.
void papertray_http_stop(papertray_http_server *server);

const char *papertray_http_method(const papertray_http_request *request);
const char *papertray_http_path(const papertray_http_request *request);
const char *papertray_http_argument(const papertray_http_request *request, const char *name);
/// The request's body, at most 64 kB of it, and its length.
const char *papertray_http_body(const papertray_http_request *request, size_t *length);
/// Answers from any thread. The body is copied.
void papertray_http_answer(
    papertray_http_request *request, unsigned int status, const char *type, const void *body, size_t length);

#endif
