// Objects and the bytes of streams.

#include "Internal.hpp"

#include <qpdf/Pipeline.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <stdexcept>

using namespace papertray;

namespace {

/// Counts, and keeps where asked, what a decoder writes; throws above the limit so that the decoder stops.
class Bounded : public Pipeline {
public:
    Bounded(int64_t limit, std::string *kept) : Pipeline("bounded", nullptr), limit(limit), kept(kept) {}

    void write(unsigned char const *data, size_t length) override {
        count += static_cast<int64_t>(length);
        if (count > limit) throw std::runtime_error("too many bytes");
        if (kept) kept->append(reinterpret_cast<char const *>(data), length);
    }
    void finish() override {}

    int64_t limit;
    int64_t count = 0;
    std::string *kept;
};

int64_t decode(QPDFObjectHandle stream, Bounded &sink) {
    bool ended = false;
    try {
        ended = stream.pipeStreamData(&sink, 0, qpdf_dl_generalized, true);
    } catch (std::exception const &) {
        if (sink.count <= sink.limit) throw;
    }
    if (sink.count > sink.limit) return sink.limit + 1;
    return ended ? sink.count : -1;
}

}  // namespace

void papertray_object_free(papertray_object *object) { delete object; }

papertray_object_kind papertray_object_kind_of(papertray_object *object) {
    return guarded(object->pdf, PAPERTRAY_NULL, [&] {
        auto &handle = object->handle;
        if (handle.isBool()) return PAPERTRAY_BOOLEAN;
        if (handle.isNumber()) return PAPERTRAY_NUMBER;
        if (handle.isString()) return PAPERTRAY_STRING;
        if (handle.isName()) return PAPERTRAY_NAME;
        if (handle.isArray()) return PAPERTRAY_ARRAY;
        if (handle.isDictionary()) return PAPERTRAY_DICTIONARY;
        if (handle.isStream()) return PAPERTRAY_STREAM;
        return PAPERTRAY_NULL;
    });
}

int papertray_object_number(papertray_object *object) { return object->handle.getObjectID(); }

bool papertray_object_boolean(papertray_object *object) {
    return guarded(object->pdf, false, [&] { return object->handle.isBool() && object->handle.getBoolValue(); });
}

double papertray_object_real(papertray_object *object) {
    return guarded(object->pdf, 0.0, [&] { return object->handle.isNumber() ? object->handle.getNumericValue() : 0; });
}

char *papertray_object_text(papertray_object *object) {
    return guarded<char *>(object->pdf, nullptr, [&]() -> char * {
        if (object->handle.isName()) return copied(object->handle.getName());
        if (object->handle.isString()) return copied(object->handle.getUTF8Value());
        return nullptr;
    });
}

int papertray_object_count(papertray_object *object) {
    return guarded(object->pdf, 0, [&] { return object->handle.isArray() ? object->handle.getArrayNItems() : 0; });
}

papertray_object *papertray_object_item(papertray_object *object, int index) {
    return guardedObject(object->pdf, [&] { return object->handle.getArrayItem(index); });
}

bool papertray_object_append(papertray_object *object, papertray_object *item) {
    return guarded(object->pdf, false, [&] {
        object->handle.appendItem(item->handle);
        return true;
    });
}

static QPDFObjectHandle dictionaryOf(papertray_object *object) {
    return object->handle.isStream() ? object->handle.getDict() : object->handle;
}

papertray_object *papertray_object_value(papertray_object *object, const char *key) {
    return guardedObject(object->pdf, [&] {
        auto dictionary = dictionaryOf(object);
        return dictionary.isDictionary() ? dictionary.getKey(key) : QPDFObjectHandle::newNull();
    });
}

bool papertray_object_set(papertray_object *object, const char *key, papertray_object *value) {
    return guarded(object->pdf, false, [&] {
        dictionaryOf(object).replaceKey(key, value->handle);
        return true;
    });
}

void papertray_object_keys(papertray_object *object, void (*visit)(void *, const char *), void *context) {
    guarded(object->pdf, false, [&] {
        auto dictionary = dictionaryOf(object);
        if (!dictionary.isDictionary()) return false;
        for (auto const &key : dictionary.getKeys()) visit(context, key.c_str());
        return true;
    });
}

papertray_object *papertray_object_shallow_copy(papertray_object *object) {
    return guardedObject(object->pdf, [&] { return object->handle.shallowCopy(); });
}

papertray_object *papertray_object_share(papertray_object *object) {
    return guardedObject(object->pdf, [&] { return object->handle; });
}

int64_t papertray_stream_raw_bytes(papertray_object *stream) {
    return guarded<int64_t>(stream->pdf, -1, [&]() -> int64_t {
        auto length = dictionaryOf(stream).getKey("/Length");
        return length.isInteger() ? length.getIntValue() : -1;
    });
}

int64_t papertray_stream_decoded_bytes(papertray_object *stream, int64_t limit) {
    return guarded<int64_t>(stream->pdf, -1, [&] {
        Bounded sink(limit, nullptr);
        return decode(stream->handle, sink);
    });
}

static uint8_t *owned(std::string const &kept, size_t *count) {
    auto bytes = static_cast<uint8_t *>(malloc(kept.size() + 1));
    if (!bytes) return nullptr;
    memcpy(bytes, kept.data(), kept.size());
    *count = kept.size();
    return bytes;
}

uint8_t *papertray_object_bytes(papertray_object *object, size_t *count) {
    return guarded<uint8_t *>(object->pdf, nullptr, [&]() -> uint8_t * {
        return object->handle.isString() ? owned(object->handle.getStringValue(), count) : nullptr;
    });
}

uint8_t *papertray_stream_stored_data(papertray_object *stream, int64_t limit, size_t *count) {
    return guarded<uint8_t *>(stream->pdf, nullptr, [&]() -> uint8_t * {
        std::string kept;
        Bounded sink(limit, &kept);
        bool isDecoded = false;
        if (!stream->handle.pipeStreamData(&sink, &isDecoded, 0, qpdf_dl_none, true)) return nullptr;
        return owned(kept, count);
    });
}

uint8_t *papertray_stream_data(papertray_object *stream, int64_t limit, size_t *count) {
    return guarded<uint8_t *>(stream->pdf, nullptr, [&]() -> uint8_t * {
        std::string kept;
        Bounded sink(limit, &kept);
        if (decode(stream->handle, sink) < 0 || sink.count > limit) return nullptr;
        return owned(kept, count);
    });
}
