package basalt.storage.capture;

/** Where copies of equal size are kept. */
interface Cells {
    long allocate();

    void free(long cell);
}
