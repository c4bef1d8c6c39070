// Each request is suspended while its answer is being made, so that one slow answer never blocks another.
#define _GNU_SOURCE
#include "MicroHTTPDShims.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct papertray_http_server {
    struct MHD_Daemon *daemon;
    papertray_http_handler handler;
    void *context;
};

struct papertray_http_request {
    struct MHD_Connection *connection;
    char *method;
    char *path;
    char *body;
    size_t length;
    struct MHD_Response *response;
    unsigned int status;
    int is_handed_over;
};

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned int status) {
    struct MHD_Response *empty = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    enum MHD_Result result = MHD_queue_response(connection, status, empty);
    MHD_destroy_response(empty);
    return result;
}

enum { largest_body = 65536 };

static enum MHD_Result keep(papertray_http_request *request, const char *bytes, size_t count) {
    if (request->length + count > largest_body) return MHD_NO;
    char *grown = realloc(request->body, request->length + count);
    if (!grown) return MHD_NO;
    memcpy(grown + request->length, bytes, count);
    request->body = grown;
    request->length += count;
    return MHD_YES;
}

static enum MHD_Result access_handler(
    void *context, struct MHD_Connection *connection, const char *path, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **state) {
    (void)version;
    papertray_http_server *server = context;
    papertray_http_request *request = *state;
    if (!request) {
        request = calloc(1, sizeof *request);
        if (!request) return MHD_NO;
        request->connection = connection;
        request->method = strdup(method);
        request->path = strdup(path);
        *state = request;
        return request->method && request->path ? MHD_YES : MHD_NO;
    }
    if (*upload_size != 0) {
        enum MHD_Result kept = keep(request, upload, *upload_size);
        *upload_size = 0;
        return kept;
    }
    if (request->response) {
        enum MHD_Result result = MHD_queue_response(connection, request->status, request->response);
        return result;
    }
    if (request->is_handed_over) return refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR);
    request->is_handed_over = 1;
    MHD_suspend_connection(connection);
    server->handler(server->context, request);
    return MHD_YES;
}

static void completed(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
    (void)context;
    (void)connection;
    (void)code;
    papertray_http_request *request = *state;
    if (!request) return;
    if (request->response) MHD_destroy_response(request->response);
    free(request->method);
    free(request->path);
    // It may have been a password.
    if (request->body) explicit_bzero(request->body, request->length);
    free(request->body);
    free(request);
    *state = NULL;
}

papertray_http_server *papertray_http_start(int descriptor, papertray_http_handler handler, void *context) {
    papertray_http_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->handler = handler;
    server->context = context;
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, access_handler, server,
        MHD_OPTION_LISTEN_SOCKET, descriptor, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
        MHD_OPTION_CONNECTION_LIMIT, 64u, MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_END);
    if (!server->daemon) {
        free(server);
        return NULL;
    }
    return server;
}

void papertray_http_stop(papertray_http_server *server) {
    MHD_stop_daemon(server->daemon);
    free(server);
}

const char *papertray_http_method(const papertray_http_request *request) { return request->method; }
const char *papertray_http_path(const papertray_http_request *request) { return request->path; }

const char *papertray_http_body(const papertray_http_request *request, size_t *length) {
    *length = request->length;
    return request->body;
}

const char *papertray_http_argument(const papertray_http_request *request, const char *name) {
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

void papertray_http_answer(
    papertray_http_request *request, unsigned int status, const char *type, const void *body, size_t length) {
    request->status = status;
    request->response = MHD_create_response_from_buffer(length, (void *)body, MHD_RESPMEM_MUST_COPY);
    if (request->response) MHD_add_response_header(request->response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_resume_connection(request->connection);
}
