// Removing what an earlier text recognition left: strings shown in rendering mode 3 (ISO 32000-1, 9.3.6), in a page's
// contents and in the forms it draws. Every other token of the streams stays as it is.

#include "Internal.hpp"

#include <qpdf/Pl_Buffer.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <set>
#include <string>
#include <vector>

using namespace papertray;

namespace {

constexpr int invisible = 3;
constexpr int deepestForm = 8;
constexpr size_t deepestState = 4096;
constexpr int64_t largestForm = 64 << 20;

class Visible : public QPDFObjectHandle::TokenFilter {
public:
    long removed = 0;

    void handleToken(QPDFTokenizer::Token const &token) override {
        if (token.getType() != QPDFTokenizer::tt_word) {
            pending.push_back(token);
            return;
        }
        auto const name = token.getValue();
        if (mode == invisible && (name == "Tj" || name == "TJ" || name == "'" || name == "\"")) {
            ++removed;
            // These two also go to the next line.
            if (name == "'" || name == "\"") write("T*\n");
        } else {
            note(name);
            flush();
            writeToken(token);
        }
        pending.clear();
    }

    void handleEOF() override { flush(); }

private:
    void note(std::string const &name) {
        if (name == "q" && states.size() < deepestState) states.push_back(mode);
        if (name == "Q" && !states.empty()) {
            mode = states.back();
            states.pop_back();
        }
        if (name != "Tr") return;
        for (auto const &token : pending)
            if (token.getType() == QPDFTokenizer::tt_integer) mode = atoi(token.getValue().c_str());
    }

    void flush() {
        for (auto const &token : pending) writeToken(token);
    }

    int mode = 0;
    std::vector<int> states;
    std::vector<QPDFTokenizer::Token> pending;
};

struct Cleaning {
    papertray_pdf *pdf;
    std::set<QPDFObjGen> seen;
    long removed = 0;

    void forms(QPDFObjectHandle resources, int depth) {
        auto objects = resources.getKeyIfDict("/XObject");
        if (!objects.isDictionary() || depth >= deepestForm) return;
        for (auto const &key : objects.getKeys()) {
            auto form = objects.getKey(key);
            if (!form.isStream() || !form.getDict().getKey("/Subtype").isNameAndEquals("/Form")) continue;
            if (!seen.insert(form.getObjGen()).second) continue;
            papertray_object object{pdf, form};
            auto bytes = papertray_stream_decoded_bytes(&object, largestForm);
            if (bytes < 0 || bytes > largestForm) continue;
            Visible filter;
            Pl_Buffer buffer("form");
            QPDFPageObjectHelper(form).filterContents(&filter, &buffer);
            if (filter.removed > 0)
                form.replaceStreamData(
                    buffer.getBufferSharedPointer(), QPDFObjectHandle::newNull(), QPDFObjectHandle::newNull());
            removed += filter.removed;
            forms(form.getDict().getKey("/Resources"), depth + 1);
        }
    }
};

}  // namespace

int64_t papertray_page_remove_invisible_text(papertray_pdf *pdf, papertray_object *page) {
    return guarded<int64_t>(pdf, -1, [&]() -> int64_t {
        QPDFPageObjectHelper helper(page->handle);
        Visible filter;
        Pl_Buffer buffer("page");
        helper.filterContents(&filter, &buffer);
        if (filter.removed > 0)
            page->handle.replaceKey("/Contents", pdf->qpdf->newStream(buffer.getBufferSharedPointer()));
        Cleaning cleaning{pdf, {}, filter.removed};
        cleaning.forms(helper.getAttribute("/Resources", false), 0);
        return cleaning.removed;
    });
}
