// The pictures that a page draws and whether it draws anything else: content streams are read for matrices, Do and
// the names of the painting operators.

#include "Internal.hpp"

#include <qpdf/QPDFMatrix.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <set>
#include <string>
#include <vector>

using namespace papertray;

namespace {

constexpr int deepestForm = 8;
constexpr long mostOperators = 3'000'000;
constexpr size_t mostOperands = 64;
constexpr size_t deepestState = 4096;
/// Forms that unfold to more are passed over.
constexpr int64_t largestForm = 64 << 20;

constexpr int invisible = 3;
/// Whatever makes a page more than its picture; text is counted by itself.
std::set<std::string> const otherMarks = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "W", "W*", "gs"};

struct Visit {
    papertray_pdf *pdf;
    void (*call)(void *, const double *, papertray_object *);
    void *context;
    papertray_page_marks *marks;
    long operators = 0;

    void image(QPDFMatrix const &matrix, QPDFObjectHandle image) {
        double values[6] = {matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f};
        papertray_object object{pdf, image};
        call(context, values, &object);
    }
};

class Scan : public QPDFObjectHandle::ParserCallbacks {
public:
    struct State {
        QPDFMatrix matrix;
        int renderingMode = 0;
    };

    Scan(Visit &visit, State state, QPDFObjectHandle resources, int depth)
        : visit(visit), state(state), resources(resources), depth(depth) {}

    void handleObject(QPDFObjectHandle object, size_t, size_t) override {
        if (object.isInlineImage()) return;
        if (!object.isOperator()) {
            if (operands.size() < mostOperands) operands.push_back(object);
            return;
        }
        if (++visit.operators > mostOperators) terminateParsing();
        handle(object.getOperatorValue());
        operands.clear();
    }
    void handleEOF() override {}

private:
    void handle(std::string const &name) {
        if (name == "q") {
            if (states.size() < deepestState) states.push_back(state);
        } else if (name == "Q") {
            if (states.empty()) return;
            state = states.back();
            states.pop_back();
        } else if (name == "cm" && operands.size() >= 6) {
            double values[6];
            for (size_t index = 0; index < 6; ++index) {
                auto &operand = operands[operands.size() - 6 + index];
                values[index] = operand.isNumber() ? operand.getNumericValue() : 0;
            }
            state.matrix.concat(QPDFMatrix(values[0], values[1], values[2], values[3], values[4], values[5]));
        } else if (name == "Do" && !operands.empty() && operands.back().isName()) {
            draw(operands.back().getName());
        } else if (name == "ID") {
            inlineImage();
        } else if (name == "Tr" && !operands.empty() && operands.back().isInteger()) {
            state.renderingMode = operands.back().getIntValueAsInt();
        } else if ((name == "Tj" || name == "TJ" || name == "'" || name == "\"") && !operands.empty()) {
            show(operands.back());
        } else if (otherMarks.count(name)) {
            visit.marks->draws_otherwise = true;
        }
    }

    void show(QPDFObjectHandle text) {
        auto &count = state.renderingMode == invisible ? visit.marks->invisible_text : visit.marks->visible_text;
        if (text.isString()) count += static_cast<int64_t>(text.getStringValue().size());
        if (!text.isArray()) return;
        for (auto &piece : text.getArrayAsVector())
            if (piece.isString()) count += static_cast<int64_t>(piece.getStringValue().size());
    }

    void draw(std::string const &name) {
        auto object = resources.getKeyIfDict("/XObject").getKeyIfDict(name);
        if (!object.isStream()) return;
        auto subtype = object.getDict().getKey("/Subtype");
        if (subtype.isNameAndEquals("/Image")) visit.image(state.matrix, object);
        if (subtype.isNameAndEquals("/Form")) visit.marks->draws_otherwise = true;
        if (!subtype.isNameAndEquals("/Form") || depth >= deepestForm) return;
        papertray_object form{visit.pdf, object};
        auto bytes = papertray_stream_decoded_bytes(&form, largestForm);
        if (bytes < 0 || bytes > largestForm) return;
        auto inner = state;
        auto own = object.getDict().getKey("/Matrix");
        if (own.isMatrix()) inner.matrix.concat(QPDFMatrix(own.getArrayAsMatrix()));
        auto ownResources = object.getDict().getKey("/Resources");
        Scan scan(visit, inner, ownResources.isDictionary() ? ownResources : resources, depth + 1);
        QPDFObjectHandle::parseContentStream(object, &scan);
    }

    void inlineImage() {
        auto dictionary = QPDFObjectHandle::newDictionary();
        for (size_t index = 0; index + 1 < operands.size(); index += 2) {
            if (!operands[index].isName()) continue;
            auto key = operands[index].getName();
            auto full = key == "/W" ? "/Width" : key == "/H" ? "/Height" : key == "/F" ? "/Filter" : key;
            dictionary.replaceKey(full, operands[index + 1]);
        }
        visit.image(state.matrix, dictionary);
    }

    Visit &visit;
    State state;
    QPDFObjectHandle resources;
    int depth;
    std::vector<QPDFObjectHandle> operands;
    std::vector<State> states;
};

}  // namespace

bool papertray_page_images(
    papertray_pdf *pdf, papertray_object *page, void (*call)(void *, const double *, papertray_object *),
    void *context, papertray_page_marks *marks) {
    *marks = {};
    return guarded(pdf, false, [&] {
        QPDFPageObjectHelper helper(page->handle);
        Visit visit{pdf, call, context, marks};
        Scan scan(visit, Scan::State(), helper.getAttribute("/Resources", false), 0);
        helper.parseContents(&scan);
        return true;
    });
}
