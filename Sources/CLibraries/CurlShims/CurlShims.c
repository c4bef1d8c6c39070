#include "CurlShims.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

static size_t collect(char *bytes, size_t size, size_t count, void *context) {
    papertray_http_reply *reply = context;
    size_t added = size * count;
    char *grown = realloc(reply->body, reply->length + added + 1);
    if (!grown) return 0;
    memcpy(grown + reply->length, bytes, added);
    reply->body = grown;
    reply->length += added;
    grown[reply->length] = 0;
    return added;
}

int papertray_http_send(
    const char *socket_path, const char *method, const char *address, const void *body, size_t length,
    long timeout_seconds, papertray_http_reply *reply) {
    memset(reply, 0, sizeof *reply);
    CURL *handle = curl_easy_init();
    if (!handle) return CURLE_FAILED_INIT;
    curl_easy_setopt(handle, CURLOPT_UNIX_SOCKET_PATH, socket_path);
    curl_easy_setopt(handle, CURLOPT_URL, address);
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, method);
    if (length > 0) {
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)length);
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body);
    }
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT, timeout_seconds);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, reply);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, reply->error);
    CURLcode code = curl_easy_perform(handle);
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &reply->status);
    curl_easy_cleanup(handle);
    if (code != CURLE_OK && !reply->error[0]) strncpy(reply->error, curl_easy_strerror(code), sizeof reply->error - 1);
    return (int)code;
}
