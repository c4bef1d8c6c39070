// JPEG through libjpeg: a check that all data are there, and an encoder for decoded photos.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "PictureShims.h"

struct guard {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    char *sentence;
    bool ran_out;
};

static void leave(j_common_ptr info) {
    struct guard *guard = (struct guard *)info->err;
    if (guard->sentence) {
        char text[JMSG_LENGTH_MAX];
        info->err->format_message(info, text);
        snprintf(guard->sentence, PAPERTRAY_SENTENCE, "%s", text);
    }
    longjmp(guard->escape, 1);
}

static void note(j_common_ptr info, int level) {
    struct guard *guard = (struct guard *)info->err;
    if (level < 0 && (info->err->msg_code == JWRN_HIT_MARKER || info->err->msg_code == JWRN_JPEG_EOF))
        guard->ran_out = true;
}

static void quiet(j_common_ptr info) { (void)info; }

static void arm(struct guard *guard, char *sentence) {
    jpeg_std_error(&guard->manager);
    guard->manager.error_exit = leave;
    guard->manager.emit_message = note;
    guard->manager.output_message = quiet;
    guard->sentence = sentence;
}

enum papertray_picture_outcome papertray_jpeg_check(const char *path, char *sentence) {
    struct jpeg_decompress_struct info = {0};
    struct guard guard = {0};
    volatile enum papertray_picture_outcome outcome = PAPERTRAY_PICTURE_DAMAGED;
    uint8_t *volatile row = NULL;
    FILE *file = fopen(path, "rb");
    snprintf(sentence, PAPERTRAY_SENTENCE, "it cannot be opened");
    if (!file) return outcome;
    info.err = &guard.manager;
    arm(&guard, sentence);
    if (!setjmp(guard.escape)) {
        jpeg_create_decompress(&info);
        jpeg_stdio_src(&info, file);
        jpeg_read_header(&info, TRUE);
        info.out_color_space = info.jpeg_color_space;
        info.do_fancy_upsampling = FALSE;
        info.dct_method = JDCT_FASTEST;
        jpeg_start_decompress(&info);
        row = malloc((size_t)info.output_width * (size_t)info.output_components);
        JSAMPROW rows[1] = {row};
        while (row && info.output_scanline < info.output_height && !guard.ran_out) jpeg_read_scanlines(&info, rows, 1);
        unsigned rows_read = info.output_scanline, all_rows = info.output_height;
        if (!guard.ran_out) jpeg_finish_decompress(&info);
        outcome = guard.ran_out ? PAPERTRAY_PICTURE_INCOMPLETE : PAPERTRAY_PICTURE_OK;
        if (guard.ran_out && rows_read > 0 && rows_read < all_rows)
            snprintf(sentence, PAPERTRAY_SENTENCE, "row %u of %u is missing", rows_read, all_rows);
        else if (guard.ran_out)
            snprintf(sentence, PAPERTRAY_SENTENCE, "its end is missing");
    }
    jpeg_destroy_decompress(&info);
    free(row);
    fclose(file);
    return outcome;
}

uint8_t *papertray_jpeg_gray(
    const uint8_t *bytes, size_t count, int eighths, int64_t most_pixels, int *width, int *height) {
    struct jpeg_decompress_struct info = {0};
    struct guard guard = {0};
    uint8_t *volatile pixels = NULL;
    volatile bool is_whole = false;
    info.err = &guard.manager;
    arm(&guard, NULL);
    if (!setjmp(guard.escape)) {
        jpeg_create_decompress(&info);
        jpeg_mem_src(&info, bytes, count);
        jpeg_read_header(&info, TRUE);
        bool is_known = info.jpeg_color_space == JCS_GRAYSCALE || info.jpeg_color_space == JCS_YCbCr
                        || info.jpeg_color_space == JCS_RGB;
        info.out_color_space = JCS_GRAYSCALE;
        info.scale_num = (unsigned)eighths;
        info.scale_denom = 8;
        jpeg_calc_output_dimensions(&info);
        size_t stride = info.output_width;
        if (is_known && (int64_t)stride * info.output_height <= most_pixels) {
            jpeg_start_decompress(&info);
            pixels = malloc(stride * info.output_height);
            while (pixels && info.output_scanline < info.output_height && !guard.ran_out) {
                JSAMPROW rows[1] = {pixels + stride * info.output_scanline};
                jpeg_read_scanlines(&info, rows, 1);
            }
            *width = (int)info.output_width;
            *height = (int)info.output_height;
            is_whole = pixels && !guard.ran_out;
        }
    }
    jpeg_destroy_decompress(&info);
    if (is_whole) return pixels;
    free(pixels);
    return NULL;
}

uint8_t *papertray_jpeg_encode(
    const uint8_t *rows, int width, int height, size_t stride, int channels, bool halves_colour, int quality,
    size_t *count) {
    struct jpeg_compress_struct info = {0};
    struct guard guard = {0};
    unsigned char *bytes = NULL;
    unsigned long length = 0;
    info.err = &guard.manager;
    arm(&guard, NULL);
    if (setjmp(guard.escape)) {
        jpeg_destroy_compress(&info);
        return NULL;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &bytes, &length);
    info.image_width = (JDIMENSION)width;
    info.image_height = (JDIMENSION)height;
    info.input_components = channels;
    info.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    if (!halves_colour) info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
    info.optimize_coding = TRUE;
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row[1] = {(JSAMPROW)(rows + (size_t)info.next_scanline * stride)};
        jpeg_write_scanlines(&info, row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    *count = length;
    return bytes;
}
