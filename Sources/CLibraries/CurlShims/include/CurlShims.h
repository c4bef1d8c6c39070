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

/// Sends a request. Returns 0, or a CURLcode.
int papertray_http_send(
    const char *socket_path, const char *method, const char *address, const void *body, size_t length,
    long timeout_seconds, papertray_http_reply *reply);

/// Whether an address may be connected to: 4 or 16 bytes in network order.
typedef int (*papertray_address_check)(const unsigned char *address, int length);
/// Whether nobody waits for the answer any longer; asked about once a second.
typedef int (*papertray_cancel_check)(void *context);

/// What every sending has.
typedef struct {
    long timeout_seconds;
    /// NULL where every address is allowed.
    papertray_address_check is_allowed;
    papertray_cancel_check is_cancelled;
    void *cancel_context;
} papertray_send_limits;

/// What became of a sending.
typedef struct {
    /// A CURLcode.
    int code;
    /// The last status of HTTP or SMTP, 0 where there was none.
    long status;
    /// The name or the address led to a place that is not allowed; nothing was sent.
    int was_refused;
} papertray_send_result;

/// POSTs a body over HTTP or HTTPS. Redirects are not followed, proxies not used, and of the answer no more than
/// `answer_limit` bytes are read. `headers` are whole lines.
papertray_send_result papertray_post(
    const char *address, const char *const *headers, size_t header_count, const void *body, size_t length,
    size_t answer_limit, papertray_send_limits limits);

/// How a mail is protected on its way.
enum papertray_mail_security { PAPERTRAY_MAIL_PLAIN, PAPERTRAY_MAIL_TRY_TLS, PAPERTRAY_MAIL_REQUIRE_TLS };

/// Sends a whole message over SMTP. `user` and `password` are NULL where the server wants none.
papertray_send_result papertray_mail(
    const char *server, const char *from, const char *const *to, size_t to_count, const char *user,
    const char *password, enum papertray_mail_security security, const void *message, size_t length,
    papertray_send_limits limits);

/// The version of libcurl and of what it uses; belongs to libcurl.
const char *papertray_curl_version(void);

#endif
