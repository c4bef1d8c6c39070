// PNG rows through libpng: 16 bits become 8, palettes colours, alpha and tRNS are blended on white.
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "PictureShims.h"

struct reading {
    png_structp png;
    png_infop info;
    FILE *file;
    uint8_t *pixels;
    uint8_t *row;
    char *sentence;
};

static void keep_error(png_structp png, png_const_charp text) {
    struct reading *reading = png_get_error_ptr(png);
    snprintf(reading->sentence, PAPERTRAY_SENTENCE, "%s", text);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void blend(const uint8_t *pixels, uint8_t *row, size_t width, int channels) {
    int samples = channels + 1;
    for (size_t x = 0; x < width; ++x) {
        unsigned alpha = pixels[x * (size_t)samples + (size_t)channels];
        for (int channel = 0; channel < channels; ++channel) {
            unsigned value = pixels[x * (size_t)samples + (size_t)channel];
            row[x * (size_t)channels + (size_t)channel] = (uint8_t)((value * alpha + 255 * (255 - alpha) + 127) / 255);
        }
    }
}

static void prepare(struct reading *reading, int channels, int bits) {
    png_structp png = reading->png;
    int color = png_get_color_type(png, reading->info);
    bool has_alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, reading->info, PNG_INFO_tRNS);
    if (bits == 1) return;
    png_set_expand(png);
    png_set_scale_16(png);
    if (channels == 3 && !(color & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
    if (channels == 1 && (color & PNG_COLOR_MASK_COLOR)) png_set_rgb_to_gray_fixed(png, 1, -1, -1);
    if (!has_alpha) png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
}

static enum papertray_picture_outcome deliver(
    struct reading *reading, int channels, int bits, papertray_take_rows take, void *context) {
    png_structp png = reading->png;
    size_t width = png_get_image_width(png, reading->info), height = png_get_image_height(png, reading->info);
    size_t stored = png_get_rowbytes(png, reading->info);
    size_t stride = bits == 1 ? stored : width * (size_t)channels;
    if (bits == 8 && stored != width * (size_t)(channels + 1)) png_error(png, "unexpected row size");
    bool whole = png_get_interlace_type(png, reading->info) != PNG_INTERLACE_NONE;
    reading->pixels = malloc(stored * (whole ? height : 1));
    reading->row = malloc(stride);
    if (!reading->pixels || !reading->row) png_error(png, "there is no memory for the picture");
    if (whole)
        for (int pass = png_set_interlace_handling(png); pass > 0; --pass)
            for (size_t y = 0; y < height; ++y) png_read_row(png, reading->pixels + y * stored, NULL);
    for (size_t y = 0; y < height; ++y) {
        uint8_t *pixels = reading->pixels + (whole ? y * stored : 0);
        if (!whole) png_read_row(png, pixels, NULL);
        if (bits == 8) blend(pixels, reading->row, width, channels);
        if (!take(context, bits == 8 ? reading->row : pixels, 1, stride)) return PAPERTRAY_PICTURE_STOPPED;
    }
    return PAPERTRAY_PICTURE_OK;
}

enum papertray_picture_outcome papertray_png_read(
    const char *path, int channels, int bits, papertray_take_rows take, void *context, char *sentence) {
    struct reading reading = {.sentence = sentence};
    volatile enum papertray_picture_outcome outcome = PAPERTRAY_PICTURE_DAMAGED;
    snprintf(sentence, PAPERTRAY_SENTENCE, "it cannot be opened");
    reading.file = fopen(path, "rb");
    if (!reading.file) return outcome;
    reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, keep_error, ignore);
    reading.info = reading.png ? png_create_info_struct(reading.png) : NULL;
    if (reading.info && !setjmp(png_jmpbuf(reading.png))) {
        png_set_user_limits(reading.png, 1000000, 1000000);
        png_init_io(reading.png, reading.file);
        png_read_info(reading.png, reading.info);
        prepare(&reading, channels, bits);
        if (png_get_interlace_type(reading.png, reading.info) != PNG_INTERLACE_NONE)
            png_set_interlace_handling(reading.png);
        png_read_update_info(reading.png, reading.info);
        outcome = deliver(&reading, channels, bits, take, context);
    } else if (reading.info && (strstr(sentence, "Read Error") || strstr(sentence, "ot enough"))) {
        outcome = PAPERTRAY_PICTURE_INCOMPLETE;
    }
    png_destroy_read_struct(&reading.png, &reading.info, NULL);
    free(reading.pixels);
    free(reading.row);
    fclose(reading.file);
    return outcome;
}
