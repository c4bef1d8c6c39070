// The kernels, written once in vectors of LANES numbers. A file that includes this defines before it:
// NAME(word), LANES, TILE and MATRICES (columns and matrices whose sums are in registers at once), GROUP (inputs per
// multiplication), `activation` (the widened form of an activation), widen(), unpack() and multiply(). Sums are of integers and floating-point work is never contracted, so
// that every kind of processor gives the same results.
#include <stdlib.h>
#include <string.h>

#include "Weights.h"

#pragma STDC FP_CONTRACT OFF

#include "Vectors.h"

#include "Recurrent.h"

#include "Output.h"

#include "Windows.h"
