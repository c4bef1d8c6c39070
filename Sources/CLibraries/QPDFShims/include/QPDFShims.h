// qpdf behind a plain C header: documents, objects, streams that are made while the file is written, and the
// pictures that a page draws. No C++ exception passes: a call that fails returns its empty value, and the
// document keeps kind and sentence of the failure. Objects are owned by the caller and belong to one document.
#ifndef QPDF_SHIMS_H
#define QPDF_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct papertray_pdf papertray_pdf;
typedef struct papertray_object papertray_object;
typedef struct papertray_sink papertray_sink;

enum papertray_pdf_error {
    PAPERTRAY_PDF_OK = 0,
    PAPERTRAY_PDF_DAMAGED = 1,
    PAPERTRAY_PDF_PASSWORD = 2,
    PAPERTRAY_PDF_UNSUPPORTED = 3,
    PAPERTRAY_PDF_SYSTEM = 4,
    PAPERTRAY_PDF_MEMORY = 5,
};

enum papertray_object_kind {
    PAPERTRAY_NULL = 0,
    PAPERTRAY_BOOLEAN = 1,
    PAPERTRAY_NUMBER = 2,
    PAPERTRAY_STRING = 3,
    PAPERTRAY_NAME = 4,
    PAPERTRAY_ARRAY = 5,
    PAPERTRAY_DICTIONARY = 6,
    PAPERTRAY_STREAM = 7,
};

/// Strings that calls return are the caller's: free them with free(3).

// Documents.
papertray_pdf *papertray_pdf_new(void);
void papertray_pdf_free(papertray_pdf *pdf);
/// QPDF::processFile with recovery on and warnings kept silent. False: see the error.
bool papertray_pdf_open(papertray_pdf *pdf, const char *path, const char *password);
/// QPDF::emptyPDF.
bool papertray_pdf_make_empty(papertray_pdf *pdf);
enum papertray_pdf_error papertray_pdf_error_kind(const papertray_pdf *pdf);
/// The sentence of the last failure, or of the first warning where nothing failed; never null.
const char *papertray_pdf_error_text(const papertray_pdf *pdf);
/// The errno value of a failed system call.
int papertray_pdf_error_number(const papertray_pdf *pdf);
/// Whether anything had to be repaired so far.
bool papertray_pdf_has_warnings(papertray_pdf *pdf);
bool papertray_pdf_is_encrypted(papertray_pdf *pdf);
/// Bits in this order: print, copy, modify, annotate, forms, assemble.
int papertray_pdf_permissions(papertray_pdf *pdf);
char *papertray_pdf_version(papertray_pdf *pdf);
papertray_object *papertray_pdf_trailer(papertray_pdf *pdf);
papertray_object *papertray_pdf_root(papertray_pdf *pdf);
/// Counts the pages by walking the tree, bounded: -1 on failure, `limit` + 1 where there are more than `limit`.
int papertray_pdf_count_pages(papertray_pdf *pdf, int limit);
/// A page by its index from 0 (QPDF::getAllPages).
papertray_object *papertray_pdf_page(papertray_pdf *pdf, int index);
bool papertray_pdf_add_page(papertray_pdf *pdf, papertray_object *page);
/// QPDFObjectHandle::parse; references into the document are allowed.
papertray_object *papertray_pdf_parse(papertray_pdf *pdf, const char *text);
papertray_object *papertray_pdf_make_indirect(papertray_pdf *pdf, papertray_object *object);
/// A new stream with this dictionary and these bytes, which the dictionary's filters have encoded already.
papertray_object *papertray_pdf_add_stream(
    papertray_pdf *pdf, papertray_object *dictionary, const uint8_t *bytes, size_t count);
/// A new stream whose bytes `provide` writes when the file is written; it must write the same bytes each time.
/// It returns false to stop the writing.
papertray_object *papertray_pdf_provide_stream(
    papertray_pdf *pdf, papertray_object *dictionary, bool (*provide)(void *context, papertray_sink *sink),
    void *context);
void papertray_sink_write(papertray_sink *sink, const uint8_t *bytes, size_t count);
/// QPDFWriter: object streams and encryption preserved, streams kept as they are, deterministic /ID.
bool papertray_pdf_write(papertray_pdf *pdf, const char *path);

// Objects.
void papertray_object_free(papertray_object *object);
enum papertray_object_kind papertray_object_kind_of(papertray_object *object);
/// Object number of an indirect object, otherwise 0.
int papertray_object_number(papertray_object *object);
bool papertray_object_boolean(papertray_object *object);
double papertray_object_real(papertray_object *object);
/// The bytes of a string as they are; null for anything else.
uint8_t *papertray_object_bytes(papertray_object *object, size_t *count);
/// A name with its slash, or a string as UTF-8.
char *papertray_object_text(papertray_object *object);
int papertray_object_count(papertray_object *object);
papertray_object *papertray_object_item(papertray_object *object, int index);
bool papertray_object_append(papertray_object *object, papertray_object *item);
/// The value of a dictionary's or a stream dictionary's key, or null.
papertray_object *papertray_object_value(papertray_object *object, const char *key);
bool papertray_object_set(papertray_object *object, const char *key, papertray_object *value);
/// Calls back with each key of a dictionary.
void papertray_object_keys(papertray_object *object, void (*visit)(void *context, const char *key), void *context);
papertray_object *papertray_object_shallow_copy(papertray_object *object);
/// The same object once more.
papertray_object *papertray_object_share(papertray_object *object);
/// Bytes of a stream as stored, -1 where unknown.
int64_t papertray_stream_raw_bytes(papertray_object *stream);
/// Decodes a stream without keeping it: its bytes, `limit` + 1 where there are more, -1 where it cannot be decoded.
int64_t papertray_stream_decoded_bytes(papertray_object *stream, int64_t limit);
/// The bytes of a stream as stored, decrypted; null where there are more than `limit` or they cannot be read.
uint8_t *papertray_stream_stored_data(papertray_object *stream, int64_t limit, size_t *count);
/// The decoded bytes of a stream of at most `limit` bytes; null where there are more or it cannot be decoded.
uint8_t *papertray_stream_data(papertray_object *stream, int64_t limit, size_t *count);

/// What a page draws beside its pictures.
struct papertray_page_marks {
    /// Paths, shadings, clips, graphics states or forms: anything because of which a picture alone is not the page.
    bool draws_otherwise;
    /// Bytes of strings that are shown in a way that can be seen.
    int64_t visible_text;
    /// Bytes of strings that are shown in rendering mode 3.
    int64_t invisible_text;
};

/// Calls back with each picture that the page draws, in order: the matrix from the unit square to the page's user
/// space, and the image's stream, or the dictionary of an inline image. Forms are followed, bounded in depth and
/// number of operators. The page's contents must have been bounded before.
bool papertray_page_images(
    papertray_pdf *pdf, papertray_object *page,
    void (*visit)(void *context, const double matrix[6], papertray_object *image), void *context,
    struct papertray_page_marks *marks);

/// Removes the text that a page and its forms show in rendering mode 3; every other token stays. Returns the number of
/// removed operators, -1 on failure. The page's contents must have been bounded before.
int64_t papertray_page_remove_invisible_text(papertray_pdf *pdf, papertray_object *page);

#ifdef __cplusplus
}
#endif
#endif
