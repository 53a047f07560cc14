package basalt.bench.commands;

/** How changes are made. */
public enum Way {
    /** By calls of the world, one by one. */
    DIRECT,
    /** Recorded one by one in the world's commands, then applied. */
    COMMANDS,
    /** Recorded by a kernel, row by row, and applied after the kernel. */
    KERNEL,
    /** Recorded by a kernel that a schedule with one worker runs as a system. */
    SYSTEM,
    /** Like DIRECT, but in random order. */
    DIRECT_SHUFFLED,
    /** Like COMMANDS, but in random order. */
    COMMANDS_SHUFFLED;

    boolean isShuffled() {
        return this == DIRECT_SHUFFLED || this == COMMANDS_SHUFFLED;
    }
}
