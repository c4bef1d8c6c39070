// Webhooks and mails. The address that a name leads to is judged when the socket for it is made, so a name that leads
// elsewhere a moment later is judged again.
#include "CurlShims.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct sending {
    papertray_send_limits limits;
    papertray_send_result result;
    const char *upload;
    size_t upload_left;
    size_t answer_left;
    int answer_was_cut;
};

// Corresponds to CURLOPT_OPENSOCKETFUNCTION: the address is the one that will be connected to.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    struct sending *sending = context;
    (void)purpose;
    if (sending->limits.is_allowed) {
        int allowed = 0;
        if (address->family == AF_INET) {
            const struct sockaddr_in *four = (const struct sockaddr_in *)&address->addr;
            allowed = sending->limits.is_allowed((const unsigned char *)&four->sin_addr, 4);
        } else if (address->family == AF_INET6) {
            const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&address->addr;
            allowed = sending->limits.is_allowed((const unsigned char *)&six->sin6_addr, 16);
        }
        if (!allowed) {
            sending->result.was_refused = 1;
            return CURL_SOCKET_BAD;
        }
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t drop_answer(char *bytes, size_t size, size_t count, void *context) {
    struct sending *sending = context;
    (void)bytes;
    size_t length = size * count;
    if (length > sending->answer_left) {
        sending->answer_was_cut = 1;
        return 0;
    }
    sending->answer_left -= length;
    return length;
}

static size_t give_upload(char *bytes, size_t size, size_t count, void *context) {
    struct sending *sending = context;
    size_t length = size * count;
    if (length > sending->upload_left) length = sending->upload_left;
    memcpy(bytes, sending->upload, length);
    sending->upload += length;
    sending->upload_left -= length;
    return length;
}

static int progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    struct sending *sending = context;
    (void)a, (void)b, (void)c, (void)d;
    return sending->limits.is_cancelled && sending->limits.is_cancelled(sending->limits.cancel_context);
}

static CURL *prepare(struct sending *sending, const char *address, const char *protocols) {
    CURL *handle = curl_easy_init();
    if (!handle) return NULL;
    curl_easy_setopt(handle, CURLOPT_URL, address);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, protocols);
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT, sending->limits.timeout_seconds);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, sending->limits.timeout_seconds);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, sending);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, drop_answer);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, sending);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, sending);
    return handle;
}

static papertray_send_result finish(struct sending *sending, CURL *handle) {
    CURLcode code = curl_easy_perform(handle);
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &sending->result.status);
    curl_easy_cleanup(handle);
    // An answer that is too long was cut off after its status had come.
    if (code == CURLE_WRITE_ERROR && sending->answer_was_cut) code = CURLE_OK;
    sending->result.code = (int)code;
    return sending->result;
}

papertray_send_result papertray_post(
    const char *address, const char *const *headers, size_t header_count, const void *body, size_t length,
    size_t answer_limit, papertray_send_limits limits) {
    struct sending sending = {.limits = limits, .answer_left = answer_limit};
    sending.result.code = CURLE_FAILED_INIT;
    CURL *handle = prepare(&sending, address, "http,https");
    if (!handle) return sending.result;
    struct curl_slist *lines = NULL;
    for (size_t i = 0; i < header_count; i++) {
        struct curl_slist *grown = curl_slist_append(lines, headers[i]);
        if (!grown) {
            curl_slist_free_all(lines);
            curl_easy_cleanup(handle);
            return sending.result;
        }
        lines = grown;
    }
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, lines);
    curl_easy_setopt(handle, CURLOPT_POST, 1L);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    papertray_send_result result = finish(&sending, handle);
    curl_slist_free_all(lines);
    return result;
}

papertray_send_result papertray_mail(
    const char *server, const char *from, const char *const *to, size_t to_count, const char *user,
    const char *password, enum papertray_mail_security security, const void *message, size_t length,
    papertray_send_limits limits) {
    struct sending sending = {.limits = limits, .upload = message, .upload_left = length, .answer_left = 65536};
    sending.result.code = CURLE_FAILED_INIT;
    CURL *handle = prepare(&sending, server, "smtp,smtps");
    if (!handle) return sending.result;
    struct curl_slist *receivers = NULL;
    for (size_t i = 0; i < to_count; i++) {
        struct curl_slist *grown = curl_slist_append(receivers, to[i]);
        if (!grown) {
            curl_slist_free_all(receivers);
            curl_easy_cleanup(handle);
            return sending.result;
        }
        receivers = grown;
    }
    long use_tls = security == PAPERTRAY_MAIL_PLAIN ? CURLUSESSL_NONE
        : security == PAPERTRAY_MAIL_TRY_TLS        ? CURLUSESSL_TRY
                                                    : CURLUSESSL_ALL;
    curl_easy_setopt(handle, CURLOPT_USE_SSL, use_tls);
    if (user) curl_easy_setopt(handle, CURLOPT_USERNAME, user);
    if (password) curl_easy_setopt(handle, CURLOPT_PASSWORD, password);
    curl_easy_setopt(handle, CURLOPT_MAIL_FROM, from);
    curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, receivers);
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, give_upload);
    curl_easy_setopt(handle, CURLOPT_READDATA, &sending);
    curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)length);
    papertray_send_result result = finish(&sending, handle);
    curl_slist_free_all(receivers);
    return result;
}

const char *papertray_curl_version(void) { return curl_version(); }
