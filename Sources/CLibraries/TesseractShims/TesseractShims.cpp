// PageIterator behind a C call.
#include "TesseractShims.h"

#include <tesseract/pageiterator.h>

papertray_row papertray_row_at(const void *iterator) {
    papertray_row row = {0, 0};
    float ascenders = 0;
    static_cast<const tesseract::PageIterator *>(iterator)->RowAttributes(&row.height, &row.descenders, &ascenders);
    return row;
}
