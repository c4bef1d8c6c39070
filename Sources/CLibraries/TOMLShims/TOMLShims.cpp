// The C face of toml++. The parsed tree is flattened once; keys and strings stay in the tree, which lives as long as
// the document. Debian's library is compiled code, hence the two macros before the header.
#define TOML_HEADER_ONLY 0
#define TOML_SHARED_LIB 1
#include <toml++/toml.h>

#include "TOMLShims.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct papertray_toml {
    toml::table root;
    std::vector<papertray_toml_node> nodes;
    bool failed = false;
    std::string error;
    uint32_t error_line = 0;
    uint32_t error_column = 0;
};

namespace {

using Nodes = std::vector<papertray_toml_node>;

/// toml++ bounds the depth of brackets but not of dotted keys, and works recursively. So documents with more dots
/// outside strings and comments than any sane one has are refused unread, and deep ones are not walked.
constexpr size_t most_dots = 5000;
constexpr size_t greatest_depth = 64;

struct too_deep {
    uint32_t line;
    uint32_t column;
};

/// Moves behind the string that starts at `place`; a string that is never closed ends the text.
size_t skip_string(std::string_view text, size_t place) {
    const char quote = text[place];
    const std::string triple(3, quote);
    const bool is_long = text.substr(place, 3) == triple;
    for (place += is_long ? 3 : 1; place < text.size(); ++place) {
        if (quote == '"' && text[place] == '\\') {
            ++place;
        } else if (is_long ? text.substr(place, 3) == triple : text[place] == quote) {
            place += is_long ? 3 : 1;
            // One or two quotes may stand right before the closing three.
            while (is_long && place < text.size() && text[place] == quote) ++place;
            return place;
        } else if (!is_long && text[place] == '\n') {
            return place;
        }
    }
    return text.size();
}

void refuse_too_many_dots(std::string_view text) {
    size_t dots = 0;
    for (size_t place = 0; place < text.size();) {
        const char character = text[place];
        if (character == '"' || character == '\'') {
            place = skip_string(text, place);
            continue;
        }
        if (character == '#') {
            place = std::min(text.find('\n', place), text.size());
            continue;
        }
        if (character == '.' && ++dots > most_dots) {
            const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n');
            throw too_deep{static_cast<uint32_t>(lines + 1), 1};
        }
        ++place;
    }
}

void append(Nodes &nodes, const toml::node &value, const toml::key *key, size_t depth);

/// toml++ keeps tables sorted by key; people read them in the order they wrote.
void append_table(Nodes &nodes, const toml::table &table, size_t depth) {
    std::vector<std::pair<const toml::key *, const toml::node *>> entries;
    for (const auto &[key, value] : table) entries.emplace_back(&key, &value);
    std::sort(entries.begin(), entries.end(), [](const auto &left, const auto &right) {
        const auto &a = left.first->source().begin;
        const auto &b = right.first->source().begin;
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    for (const auto &[key, value] : entries) append(nodes, *value, key, depth);
}

void fill(papertray_toml_node &node, const toml::node &value) {
    switch (value.type()) {
    case toml::node_type::table:
        node.kind = PAPERTRAY_TOML_TABLE;
        node.children = value.as_table()->size();
        break;
    case toml::node_type::array:
        node.kind = PAPERTRAY_TOML_ARRAY;
        node.children = value.as_array()->size();
        break;
    case toml::node_type::string: {
        const std::string &text = value.as_string()->get();
        node.kind = PAPERTRAY_TOML_STRING;
        node.text = text.data();
        node.text_length = text.size();
        break;
    }
    case toml::node_type::integer:
        node.kind = PAPERTRAY_TOML_INTEGER;
        node.integer = value.as_integer()->get();
        break;
    case toml::node_type::floating_point:
        node.kind = PAPERTRAY_TOML_FLOAT;
        node.number = value.as_floating_point()->get();
        break;
    case toml::node_type::boolean:
        node.kind = PAPERTRAY_TOML_BOOLEAN;
        node.integer = value.as_boolean()->get() ? 1 : 0;
        break;
    default:
        node.kind = PAPERTRAY_TOML_MOMENT;
        break;
    }
}

void append(Nodes &nodes, const toml::node &value, const toml::key *key, size_t depth) {
    if (depth > greatest_depth) throw too_deep{value.source().begin.line, value.source().begin.column};
    papertray_toml_node node{};
    node.line = value.source().begin.line;
    node.column = value.source().begin.column;
    if (key) {
        node.key = key->str().data();
        node.key_length = key->str().size();
        node.key_line = key->source().begin.line;
        node.key_column = key->source().begin.column;
    }
    fill(node, value);
    nodes.push_back(node);
    if (const toml::table *table = value.as_table()) append_table(nodes, *table, depth + 1);
    if (const toml::array *array = value.as_array())
        for (const toml::node &element : *array) append(nodes, element, nullptr, depth + 1);
}

void parse(papertray_toml &document, std::string_view text) {
    try {
        refuse_too_many_dots(text);
        document.root = toml::parse(text);
        append(document.nodes, document.root, nullptr, 0);
    } catch (const too_deep &place) {
        document.failed = true;
        document.error = "the document is nested too deeply";
        document.error_line = place.line;
        document.error_column = place.column;
    } catch (const toml::parse_error &error) {
        document.failed = true;
        document.error = error.description();
        document.error_line = error.source().begin.line;
        document.error_column = error.source().begin.column;
    } catch (const std::exception &error) {
        document.failed = true;
        document.error = error.what();
    }
}

} // namespace

papertray_toml *papertray_toml_parse(const char *text, size_t length) {
    papertray_toml *document = new (std::nothrow) papertray_toml;
    if (!document) return nullptr;
    try {
        parse(*document, std::string_view(text, length));
        return document;
    } catch (...) {
        delete document;
        return nullptr;
    }
}

void papertray_toml_free(papertray_toml *document) { delete document; }

const char *papertray_toml_error(const papertray_toml *document, uint32_t *line, uint32_t *column) {
    *line = document->error_line;
    *column = document->error_column;
    return document->failed ? document->error.c_str() : nullptr;
}

const papertray_toml_node *papertray_toml_nodes(const papertray_toml *document, size_t *count) {
    *count = document->failed ? 0 : document->nodes.size();
    return document->nodes.data();
}
