// Documents: opening, pages, new objects, writing.

#include "Internal.hpp"

#include <limits>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFWriter.hh>
#include <set>
#include <stdexcept>
#include <vector>

using namespace papertray;

struct papertray_sink {
    Pipeline *pipeline;
};

namespace {

/// Deeper page trees are made to exhaust a stack, not to hold pages.
constexpr size_t deepestPageTree = 200;
/// A page tree may have this many nodes for each page that is allowed.
constexpr int nodesPerPage = 4;

class Provider : public QPDFObjectHandle::StreamDataProvider {
public:
    Provider(bool (*provide)(void *, papertray_sink *), void *context) : provide(provide), context(context) {}

    void provideStreamData(QPDFObjGen const &, Pipeline *pipeline) override {
        papertray_sink sink{pipeline};
        if (!provide(context, &sink)) throw std::runtime_error("a stream could not be made");
        pipeline->finish();
    }

private:
    bool (*provide)(void *, papertray_sink *);
    void *context;
};

/// Counts leaves with an explicit stack, so that neither loops nor depth can hurt before qpdf walks the tree.
int countLeaves(QPDFObjectHandle const &root, int limit) {
    struct Node {
        QPDFObjectHandle kids;
        int next;
        QPDFObjGen identity;
    };
    int pages = 0;
    long nodes = 0;
    std::set<QPDFObjGen> open;
    std::vector<Node> path;
    auto enter = [&](QPDFObjectHandle node) {
        auto kids = node.getKey("/Kids");
        if (node.isIndirect() && !open.insert(node.getObjGen()).second)
            throw std::runtime_error("the page tree refers to itself");
        if (path.size() >= deepestPageTree) throw std::runtime_error("the page tree is nested too deeply");
        path.push_back({kids, 0, node.getObjGen()});
    };
    enter(root);
    while (!path.empty()) {
        auto &node = path.back();
        if (!node.kids.isArray() || node.next >= node.kids.getArrayNItems()) {
            open.erase(node.identity);
            path.pop_back();
            continue;
        }
        auto kid = node.kids.getArrayItem(node.next++);
        if (++nodes > static_cast<long>(nodesPerPage) * (limit + 1000L))
            throw std::runtime_error("the page tree has too many nodes");
        if (!kid.isDictionary()) continue;
        if (kid.hasKey("/Kids"))
            enter(kid);
        else if (++pages > limit)
            return limit + 1;
    }
    return pages;
}

}  // namespace

papertray_pdf *papertray_pdf_new(void) {
    return guarded<papertray_pdf *>(nullptr, nullptr, [] { return new papertray_pdf(); });
}

void papertray_pdf_free(papertray_pdf *pdf) { delete pdf; }

bool papertray_pdf_open(papertray_pdf *pdf, const char *path, const char *password) {
    return guarded(pdf, false, [&] {
        // A document that refused a password keeps half of itself; each try starts anew.
        pdf->qpdf = QPDF::create();
        papertray::fail(pdf, PAPERTRAY_PDF_OK, "");
        pdf->qpdf->setSuppressWarnings(true);
        pdf->qpdf->setAttemptRecovery(true);
        pdf->qpdf->processFile(path, password);
        return true;
    });
}

bool papertray_pdf_make_empty(papertray_pdf *pdf) {
    return guarded(pdf, false, [&] {
        pdf->qpdf->setSuppressWarnings(true);
        pdf->qpdf->emptyPDF();
        return true;
    });
}

papertray_pdf_error papertray_pdf_error_kind(const papertray_pdf *pdf) { return pdf->kind; }
const char *papertray_pdf_error_text(const papertray_pdf *pdf) { return pdf->text.c_str(); }
int papertray_pdf_error_number(const papertray_pdf *pdf) { return pdf->number; }

bool papertray_pdf_has_warnings(papertray_pdf *pdf) {
    return guarded(pdf, true, [&] {
        auto warnings = pdf->qpdf->getWarnings();  // empties the list
        if (warnings.empty()) return !pdf->text.empty();
        if (pdf->kind == PAPERTRAY_PDF_OK) pdf->text = warnings.front().getMessageDetail();
        if (pdf->text.empty()) pdf->text = "repaired";
        return true;
    });
}

bool papertray_pdf_is_encrypted(papertray_pdf *pdf) {
    return guarded(pdf, false, [&] { return pdf->qpdf->isEncrypted(); });
}

int papertray_pdf_permissions(papertray_pdf *pdf) {
    return guarded(pdf, 0, [&] {
        auto &qpdf = *pdf->qpdf;
        return (qpdf.allowPrintLowRes() ? 1 : 0) | (qpdf.allowExtractAll() ? 2 : 0) | (qpdf.allowModifyOther() ? 4 : 0)
               | (qpdf.allowModifyAnnotation() ? 8 : 0) | (qpdf.allowModifyForm() ? 16 : 0)
               | (qpdf.allowModifyAssembly() ? 32 : 0);
    });
}

char *papertray_pdf_version(papertray_pdf *pdf) {
    return guarded<char *>(pdf, nullptr, [&] { return copied(pdf->qpdf->getPDFVersion()); });
}

papertray_object *papertray_pdf_trailer(papertray_pdf *pdf) {
    return guardedObject(pdf, [&] { return pdf->qpdf->getTrailer(); });
}

papertray_object *papertray_pdf_root(papertray_pdf *pdf) {
    return guardedObject(pdf, [&] { return pdf->qpdf->getRoot(); });
}

int papertray_pdf_count_pages(papertray_pdf *pdf, int limit) {
    return guarded(pdf, -1, [&] {
        auto tree = pdf->qpdf->getRoot().getKey("/Pages");
        if (!tree.isDictionary()) throw std::runtime_error("it has no page tree");
        int pages = countLeaves(tree, limit);
        if (pages > limit) return pages;
        return static_cast<int>(pdf->qpdf->getAllPages().size());
    });
}

papertray_object *papertray_pdf_page(papertray_pdf *pdf, int index) {
    return guardedObject(pdf, [&] { return pdf->qpdf->getAllPages().at(static_cast<size_t>(index)); });
}

bool papertray_pdf_add_page(papertray_pdf *pdf, papertray_object *page) {
    return guarded(pdf, false, [&] {
        pdf->qpdf->addPage(page->handle, false);
        return true;
    });
}

papertray_object *papertray_pdf_parse(papertray_pdf *pdf, const char *text) {
    return guardedObject(pdf, [&] { return QPDFObjectHandle::parse(pdf->qpdf.get(), text); });
}

papertray_object *papertray_pdf_make_indirect(papertray_pdf *pdf, papertray_object *object) {
    return guardedObject(pdf, [&] { return pdf->qpdf->makeIndirectObject(object->handle); });
}

static QPDFObjectHandle newStream(papertray_pdf *pdf, QPDFObjectHandle dictionary) {
    auto stream = pdf->qpdf->newStream();
    for (auto const &key : dictionary.getKeys()) stream.getDict().replaceKey(key, dictionary.getKey(key));
    return stream;
}

papertray_object *papertray_pdf_add_stream(
    papertray_pdf *pdf, papertray_object *dictionary, const uint8_t *bytes, size_t count) {
    return guardedObject(pdf, [&] {
        auto stream = newStream(pdf, dictionary->handle);
        auto dict = stream.getDict();
        std::string data(reinterpret_cast<const char *>(bytes), count);
        stream.replaceStreamData(data, dict.getKey("/Filter"), dict.getKey("/DecodeParms"));
        return stream;
    });
}

papertray_object *papertray_pdf_provide_stream(
    papertray_pdf *pdf, papertray_object *dictionary, bool (*provide)(void *, papertray_sink *), void *context) {
    return guardedObject(pdf, [&] {
        auto stream = newStream(pdf, dictionary->handle);
        auto dict = stream.getDict();
        auto provider = std::make_shared<Provider>(provide, context);
        stream.replaceStreamData(provider, dict.getKey("/Filter"), dict.getKey("/DecodeParms"));
        return stream;
    });
}

void papertray_sink_write(papertray_sink *sink, const uint8_t *bytes, size_t count) {
    sink->pipeline->write(bytes, count);
}

bool papertray_pdf_write(papertray_pdf *pdf, const char *path) {
    return guarded(pdf, false, [&] {
        QPDFWriter writer(*pdf->qpdf, path);
        writer.setObjectStreamMode(qpdf_o_preserve);
        writer.setDecodeLevel(qpdf_dl_none);
        writer.setPreserveEncryption(true);
        if (!pdf->qpdf->isEncrypted()) writer.setDeterministicID(true);
        writer.write();
        return true;
    });
}
