// Picture files behind calls that Swift can make: libtiff's variadic and va_list parts, and the libjpeg and libpng
// calls that leave by longjmp. Rows come in bands from top to bottom; nothing is printed; a failure is a sentence
// in the caller's buffer of PAPERTRAY_SENTENCE bytes.
#ifndef PICTURE_SHIMS_H
#define PICTURE_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PAPERTRAY_SENTENCE = 256 };

/// Takes `count` rows of `stride` bytes each; false stops the reading.
typedef bool (*papertray_take_rows)(void *context, const uint8_t *rows, int count, size_t stride);
typedef bool (*papertray_take_bytes)(void *context, const uint8_t *bytes, size_t count);

void papertray_free(void *memory);

enum papertray_picture_outcome {
    PAPERTRAY_PICTURE_OK = 0,
    PAPERTRAY_PICTURE_DAMAGED = 1,
    PAPERTRAY_PICTURE_INCOMPLETE = 2,
    PAPERTRAY_PICTURE_STOPPED = 3,
    PAPERTRAY_PICTURE_UNSUPPORTED = 4,
};

// TIFF.
typedef struct papertray_tiff papertray_tiff;

struct papertray_tiff_frame {
    uint32_t width;
    uint32_t height;
    /// Pixels per inch, 0 where the file says nothing.
    double horizontal_dpi;
    double vertical_dpi;
    /// 1 to 8 as in the specification.
    int orientation;
    /// 1 where rows come as 1-bit gray (0 is black), otherwise 8.
    int bits;
    /// 1 (gray) or 3 (RGB).
    int channels;
    /// Whether the frame is stored in a CCITT coding.
    bool is_fax;
    /// Whether the frame is one JPEG stream that can be kept as it is, in gray or YCbCr.
    bool is_jpeg;
};

/// TIFFOpen for reading.
papertray_tiff *papertray_tiff_open(const char *path, char *sentence);
void papertray_tiff_close(papertray_tiff *tiff);
/// The number of directories, at most `limit` + 1.
int papertray_tiff_count(papertray_tiff *tiff, int limit);
/// TIFFSetDirectory and the frame's tags.
enum papertray_picture_outcome papertray_tiff_select(
    papertray_tiff *tiff, int index, struct papertray_tiff_frame *frame, char *sentence);
/// Whether all data of the selected frame lie within a file of `file_bytes` bytes; nothing is decoded.
enum papertray_picture_outcome papertray_tiff_check(papertray_tiff *tiff, uint64_t file_bytes, char *sentence);
/// The JPEG stream of a frame with `is_jpeg`, its tables put in; free with `papertray_free`, null where it is broken.
uint8_t *papertray_tiff_jpeg(papertray_tiff *tiff, size_t *count);
/// The selected frame's rows, alpha blended on white.
enum papertray_picture_outcome papertray_tiff_read(
    papertray_tiff *tiff, papertray_take_rows take, void *context, char *sentence);

// PNG.
/// Rows of a PNG file as 1-bit gray (0 is black), 8-bit gray or RGB, alpha and tRNS blended on white.
/// `channels` is 1 or 3, `bits` 1 or 8.
enum papertray_picture_outcome papertray_png_read(
    const char *path, int channels, int bits, papertray_take_rows take, void *context, char *sentence);

// JPEG.
/// Decodes a JPEG file without keeping it: whether its data are whole.
enum papertray_picture_outcome papertray_jpeg_check(const char *path, char *sentence);
/// Decodes a gray or colour JPEG to gray rows without padding, `eighths`/8 of its size; `width` and `height` are those
/// of the rows. Null for other kinds, for damage, and above `most_pixels`; free with `papertray_free`.
uint8_t *papertray_jpeg_gray(
    const uint8_t *bytes, size_t count, int eighths, int64_t most_pixels, int *width, int *height);
/// Encodes 8-bit gray (1 channel) or RGB rows (3), these with full or half colour resolution; the bytes are freed with
/// `papertray_free`, null without memory.
uint8_t *papertray_jpeg_encode(
    const uint8_t *rows, int width, int height, size_t stride, int channels, bool halves_colour, int quality,
    size_t *count);

// CCITT Group 4.
typedef struct papertray_fax papertray_fax;
papertray_fax *papertray_fax_new(int width, int height);
/// Rows of 1-bit gray (0 is black).
bool papertray_fax_add(papertray_fax *fax, const uint8_t *rows, int count, size_t stride);
/// The coded rows, which belong to the encoder; null on failure.
const uint8_t *papertray_fax_finish(papertray_fax *fax, size_t *count);
void papertray_fax_free(papertray_fax *fax);
/// Rows of bits, 1 for black, of coded data with the K of CCITTFaxDecode (ISO 32000-1, table 11); null where they are
/// damaged or end too soon; free with `papertray_free`.
uint8_t *papertray_fax_decode(const uint8_t *bytes, size_t count, int k, int width, int height);

// Deflate.
typedef struct papertray_deflater papertray_deflater;
/// A zlib stream; with `predictor_distance` > 0 each row gets PNG's Paeth filter over that many bytes per pixel.
papertray_deflater *papertray_deflater_new(
    size_t row_bytes, int predictor_distance, papertray_take_bytes take, void *context);
bool papertray_deflater_add(papertray_deflater *deflater, const uint8_t *rows, int count, size_t stride);
bool papertray_deflater_finish(papertray_deflater *deflater);
void papertray_deflater_free(papertray_deflater *deflater);
/// The bytes of a whole zlib stream of at most `limit` bytes, null where it is broken or larger; free with
/// `papertray_free`.
uint8_t *papertray_inflate(const uint8_t *bytes, size_t count, size_t limit, size_t *made);
/// Inflates a zlib stream that comes in pieces and counts its bytes, up to `limit`.
typedef struct papertray_inflater papertray_inflater;
papertray_inflater *papertray_inflater_new(void);
bool papertray_inflater_add(papertray_inflater *inflater, const uint8_t *bytes, size_t count, uint64_t limit);
/// The bytes so far; `ended` tells whether the stream's end was seen.
uint64_t papertray_inflater_count(const papertray_inflater *inflater, bool *ended);
void papertray_inflater_free(papertray_inflater *inflater);

#ifdef __cplusplus
}
#endif
#endif
