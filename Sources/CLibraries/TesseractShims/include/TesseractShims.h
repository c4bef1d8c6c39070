// A call of Tesseract's C++ interface that its C interface lacks.
#ifndef TESSERACT_SHIMS_H
#define TESSERACT_SHIMS_H

#ifdef __cplusplus
extern "C" {
#endif

struct papertray_row {
    /// From the foot of descenders to the top of ascenders, in pixels.
    float height;
    /// The foot of descenders above the baseline, so that it is negative.
    float descenders;
};

/// The measures of the row at a `TessPageIterator`. PageIterator::RowAttributes
struct papertray_row papertray_row_at(const void *iterator);

#ifdef __cplusplus
}
#endif

#endif
