"""Numeric limits of the diagnosis: tolerances, minimum evidence, and sample sizes."""

# Diagnosis and verdict
MIN_PEAK = 1e-300  # largest number of a table, at least: smaller float64 have few digits
MAX_NEAREST_RESIDUAL = 0.3  # an explanation with a larger residual is not reported as the nearest
MAX_PAIR_RESIDUAL = 0.1  # two columns with a larger residual from waves of one frequency are no rotating pair
MAX_EXACT_RESIDUAL = 1e-12  # a smaller residual is not rounding to a coarser format
MAX_FLOAT64_RESIDUAL = 1e-9  # residual of float64 arithmetic, at most
MAX_FLOAT32_RESIDUAL = 1e-6  # residual of float32 arithmetic, at most
MAX_LISTED = 3  # number of equivalent explanations listed individually

# Residuals
MAX_OUTLIER_SHARE = 0.002  # share of numbers that may exceed their tolerance slightly
WRONG_NUMBER_FACTOR = 8.0  # a number that exceeds its tolerance by this factor is wrong
USUAL_QUANTILE = 0.9  # most errors of a column, by which one of its numbers is wrong although arithmetic permits it
MIN_ISOLATED_ROWS = 16  # rows that tell these errors
MAX_TOLERANCE = 0.05  # a number with a larger tolerance, relative to the peak, is not judged
MIN_JUDGED = 12  # nonzero numbers that must be judged
MAX_WRONG_LINES = 0.25  # share of rows or columns that may be wrong
MAX_WRONG_CELLS = 0.01  # share of single numbers that may be wrong
MAX_NOISE = 0.05  # norm of white noise relative to the table
MAX_NOISE_CORRELATION = 0.15  # correlation of neighbors in white noise
MAX_NOISE_UNEVENNESS = 3.0  # variance of a row or column of white noise, relative to the mean

# Arithmetic
FLOAT64_ROUNDING = 4e-16  # relative rounding of a few float64 operations
FLOAT32_ARITHMETIC = 4e-6  # relative error of powers, weights, and sums in float32
FLOAT64_DIGITS = 17  # significant digits of a float64
MIN_FREQUENCY_ERROR = 1e-10  # relative error of a measured frequency, at least

# Storage
MAX_DECIMALS = 8  # more decimals are finer than float32 for numbers of size 1
MIN_LEVELS, MAX_LEVELS = 100, 256  # distinct numbers of a quantized table
MAX_STEP_ERROR = 0.02  # deviation from a multiple of the quantization step, in steps
STORAGE_SAMPLE = 4096  # numbers that rule out most formats
BLOCK_SIZE = 2**18  # numbers compared at once

# Waves of single columns
MAX_FIT_ROWS = 256  # rows that determine a frequency; more cost time
MAX_FIT_COLUMNS = 512  # columns to which waves are fitted
GAUSS_NEWTON_STEPS = 12  # refinement steps, at most
EARLY_STOP_STEP = 3  # after this step, the fit of a table without waves stops
MAX_EARLY_SQUARES = 0.5  # share of squares that a wave may leave at the early stop
MIN_EARLY_WAVES = 0.3  # share of columns that must be waves at the early stop
FREQUENCY_GRID_STEP = 1.5  # grid of frequencies, times 1/n: well within a period of n rows
MAX_ROW_RESIDUAL = 8.0  # a row with a larger median residual, relative to the usual one, is ignored
MAX_COLUMN_RESIDUAL = 0.5  # a column with a larger residual is no wave
MAX_BEND = 1e-3  # second difference of a straight line, relative to the peak
MIN_WAVE_COLUMNS = 0.6  # share of columns that must be waves

# Line through the log frequencies
MAX_FREQUENCY_ERROR = 0.05  # a frequency with a larger relative error is predicted, not used
MAX_LINE_DEVIATION = 6e-3  # relative distance from the line: rounding to bfloat16 causes it
MAX_PREDICTION_ERROR = 0.6  # radians; a less accurate prediction does not resolve the alias
MIN_ON_LINE = 0.8  # share of frequencies on the line
MAX_AMPLITUDE_SCATTER = 0.3  # a wave with another amplitude, relatively, does not determine the start
MAX_PHASE_SCATTER = 0.2  # mean squared distance of the phases from those of one start

# Search for programs
MAX_CANDIDATES = 100  # programs of a group compared with a sample of rows
SAMPLE_ROWS = 64  # first rows, and as many spread over the rest, that rule out most programs
SAMPLE_COLUMNS = 16  # columns that rule out most programs, grids, and interpolations
MAX_SAMPLE_OUTLIERS = 0.4  # share of a sample that may disagree before the whole table is compared
MAX_SAMPLE_RESIDUAL = 0.1  # residual of a sample for programs whose frequencies follow no line
MAX_FULL_COMPARISONS = 4  # programs compared with the whole table
MIN_FITTED_FREQUENCIES = 6  # distinct frequencies required to fit parameters to float32 numbers
MAX_UNIT_COST = 2.0  # a rarer unit or scale is not combined with a bug
MAX_PLAIN_COST = 2.0  # a cheaper formula that explains everything ends the search
MAX_REARRANGED_COST = 4.0  # a rarer formula is not searched behind a rearrangement
MAX_ROUNDED_BASE_ERROR = 0.02  # uncertainty of ln(base) if frequencies were rounded
MAX_FIRST_ROW_ERROR = 0.01  # distance of a sine or cosine at position 0 from 0 or 1

# Digits of parameters
FIT_SAMPLE_ROWS = FIT_SAMPLE_COLUMNS = 64  # rows and columns of a fit
FIT_ROUNDS = 5  # Gauss-Newton steps
DIFFERENCE_STEP = 1e-6  # relative step of finite differences
MAX_FIT_OUTLIER = 20.0  # a number with a larger error, relative to most, is not used in the fit

# Scaled rotations and vectors of frequencies
MAX_SCALING_ERROR = 1e-3  # mean relative error of the frequencies of a scaling
MAX_SCALED_FREQUENCY_ERROR = 1e-3  # a frequency with a larger relative error is not used
MIN_SCALED_FREQUENCIES = 4  # frequencies that determine a scaling
MAX_AMPLITUDE_ERROR = 0.01  # relative error of a fitted amplitude: a few wrong numbers shift it
MIN_FREQUENCIES = 3  # fewer frequencies fit many rules
MAX_WRONG_FREQUENCIES = 0.25  # share of frequencies that may be wrong

# Random Fourier features
SEED_FREQUENCIES = 12  # frequencies that distinguish seeds
MIN_SEED_FREQUENCIES = 4  # frequencies that must be measured well
MAX_WAVE_ERROR = 0.1  # error of the amplitude and phase of a well-measured column

# Lines and codes
MIN_CODE_ROWS = 4  # fewer rows agree with almost any start and scale
MAX_LEVEL_SCATTER = 0.1  # scatter of two values relative to their distance

# Grids and resized tables
MIN_AXIS_SIZE = 3  # tokens along an axis
MAX_GRID_ROWS = 2**14  # rows of a grid
MAX_RESIZED_SIDE = 65  # original side of a resized grid
MAX_RESIZED_COST = 0.5  # a rarer formula is not searched behind an interpolation
MAX_RESIZED_ERROR = 1e-3  # error of a sample relative to the peak
PROMPT_BASES = (1e6, 5e6, 1e7, 1e4, 5e5)  # bases of M-RoPE
MAX_PROMPT_POSITION = 4096  # positions of a prompt that are searched, at least
MAX_PROMPT_RESIDUAL = 1e-4  # mean squared difference of a row from the nearest position
MAX_SLOW_STEP = 0.1  # median step of the slowest pair from one token to the next, relative to the peak
FLOAT32_ANGLE = 3 * 2.0**-24  # rounding of an angle in float32, relative to the angle
MIN_ROW_BREAK = 1.0  # excess of squared distances across the ends of the rows of a grid, relative to the mean
MIN_UNORDERED_DISTANCE = 0.9  # squared distance to the next cell, relative to the next row, without an order
MAX_CLASS_ROWS = 5  # class token, distillation token, or registers
MAX_ASPECT_RATIO = 10  # ratio of the sides of a grid
MAX_COMPARED_GRIDS = 8  # grids compared with every interpolation
MAX_RESIZED_ROWS = 2**14 + MAX_CLASS_ROWS  # rows of a resized table
MAX_RESIZING_WEIGHTS = 2**22  # weights along one axis
MAX_METHOD_DIFFERENCE = 1e-3  # interpolations with closer residuals are compared number by number

# Biases and other matrices
MIN_MATRIX_SIDE = 4  # in a smaller matrix few numbers share an offset
BIAS_SAMPLE_ROWS = 512  # rows that rule out a bias
MAX_MASKED_VALUE = -9e3  # code without infinity hides keys with -1e4 or less, plus a bias
MAX_BIAS_RESIDUAL = 0.05  # a shape with a larger residual in the sample is rejected
MAX_SELF_DISTANCE = 1e-3  # rounding of a distance of 0, relative to the largest
MAX_SIMILARITY_DIM = 8192  # columns of the table behind a similarity matrix
SIMILARITY_SAMPLE = 8  # offsets that rule out most tables

# Random numbers
MIN_RANDOM_SHAPE = (16, 8)  # rows and columns required to judge a distribution
RANDOM_SAMPLE = 2**20  # numbers that determine a distribution
SPECTRUM_SAMPLE = 256  # rows and columns whose singular values are computed
PRINCIPAL_COMPONENTS = 10  # components in `Diagnosis.facts`
