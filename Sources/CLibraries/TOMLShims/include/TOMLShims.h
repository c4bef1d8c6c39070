// toml++ behind a plain C face: a document is parsed once and then read as a flat list of nodes in reading order.
// No C++ exception leaves this library; what toml++ says about a bad document is kept as text with its position.
#ifndef TOML_SHIMS_H
#define TOML_SHIMS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum papertray_toml_kind {
    PAPERTRAY_TOML_TABLE,
    PAPERTRAY_TOML_ARRAY,
    PAPERTRAY_TOML_STRING,
    PAPERTRAY_TOML_INTEGER,
    PAPERTRAY_TOML_FLOAT,
    PAPERTRAY_TOML_BOOLEAN,
    /// A date, a time, or both.
    PAPERTRAY_TOML_MOMENT,
};

/// One value. Tables and arrays are followed by their `children` direct children, each with its own children.
/// Lines and columns count from 1, columns in code points; 0 where toml++ knows none.
struct papertray_toml_node {
    enum papertray_toml_kind kind;
    uint32_t line;
    uint32_t column;
    /// The key in the enclosing table, UTF-8; NULL for elements of arrays and for the document itself.
    const char *key;
    size_t key_length;
    uint32_t key_line;
    uint32_t key_column;
    size_t children;
    /// The content of a string, UTF-8, which may hold a NUL.
    const char *text;
    size_t text_length;
    /// The content of an integer; 0 or 1 for a boolean.
    int64_t integer;
    double number;
};

typedef struct papertray_toml papertray_toml;

/// Parses a document; NULL only where memory is out. The text may be freed afterwards.
papertray_toml *papertray_toml_parse(const char *text, size_t length);
void papertray_toml_free(papertray_toml *document);

/// What is wrong with the document, or NULL where nothing is. Owned by the document.
const char *papertray_toml_error(const papertray_toml *document, uint32_t *line, uint32_t *column);
/// The nodes in reading order, the document's table first; none after an error. Owned by the document.
const struct papertray_toml_node *papertray_toml_nodes(const papertray_toml *document, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
