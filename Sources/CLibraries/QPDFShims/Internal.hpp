// What the parts of the shim share: the two handle types and the one place where exceptions end.
#pragma once

#define POINTERHOLDER_TRANSITION 4

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFSystemError.hh>
#include <string>

#include "QPDFShims.h"

struct papertray_pdf {
    std::shared_ptr<QPDF> qpdf = QPDF::create();
    papertray_pdf_error kind = PAPERTRAY_PDF_OK;
    std::string text;
    int number = 0;
};

struct papertray_object {
    papertray_pdf *pdf;
    QPDFObjectHandle handle;
};

namespace papertray {

inline void fail(papertray_pdf *pdf, papertray_pdf_error kind, std::string const &text, int number = 0) {
    if (!pdf) return;
    pdf->kind = kind;
    pdf->text = text;
    pdf->number = number;
}

/// Runs `body`; an exception becomes the document's error and `otherwise` the result.
template <typename Result, typename Body> Result guarded(papertray_pdf *pdf, Result otherwise, Body body) noexcept {
    try {
        return body();
    } catch (QPDFExc const &error) {
        auto kind = error.getErrorCode() == qpdf_e_password      ? PAPERTRAY_PDF_PASSWORD
                    : error.getErrorCode() == qpdf_e_unsupported ? PAPERTRAY_PDF_UNSUPPORTED
                    : error.getErrorCode() == qpdf_e_system      ? PAPERTRAY_PDF_SYSTEM
                                                                 : PAPERTRAY_PDF_DAMAGED;
        fail(pdf, kind, error.getMessageDetail());
    } catch (QPDFSystemError const &error) {
        fail(pdf, PAPERTRAY_PDF_SYSTEM, error.what(), error.getErrno());
    } catch (std::bad_alloc const &) {
        fail(pdf, PAPERTRAY_PDF_MEMORY, "out of memory");
    } catch (std::exception const &error) {
        fail(pdf, PAPERTRAY_PDF_DAMAGED, error.what());
    } catch (...) {
        fail(pdf, PAPERTRAY_PDF_DAMAGED, "unknown error");
    }
    return otherwise;
}

inline papertray_object *own(papertray_pdf *pdf, QPDFObjectHandle handle) {
    return new papertray_object{pdf, handle};
}

/// Runs `body`, which returns an object handle; null on failure.
template <typename Body> papertray_object *guardedObject(papertray_pdf *pdf, Body body) noexcept {
    return guarded<papertray_object *>(pdf, nullptr, [&] { return own(pdf, body()); });
}

inline char *copied(std::string const &text) { return strdup(text.c_str()); }

}  // namespace papertray
