package basalt.save;

import java.util.List;
import java.util.Objects;

/**
 * What a saved world had that did not fit the process exactly, and what was done. Components are named by their names,
 * and fields as {@code component.field}.
 *
 * @param skipped components and fields of the file that the process does not have, see {@link LoadOptions#skipUnknown}
 * @param added fields that the file does not have; they have the values of {@link LoadOptions#defaults}, or zero
 * @param converted fields that have another type in the file, see {@link LoadOptions#convert}
 * @param waiting schedules, resources and events by their types, and what readers had not read by its component, that
 *     wait until the program makes, puts or uses them
 */
public record LoadReport(List<String> skipped, List<String> added, List<String> converted, List<String> waiting) {
    /**
     * Lists are copied.
     *
     * @param skipped what the process does not have
     * @param added what the file does not have
     * @param converted fields of another type
     * @param waiting what is not there yet
     * @throws IllegalArgumentException if a list is null, or contains null
     */
    public LoadReport {
        skipped = copy(skipped);
        added = copy(added);
        converted = copy(converted);
        waiting = copy(waiting);
    }

    private static List<String> copy(List<String> names) {
        if (names == null || names.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("a list of a report must not be null or contain null: " + names);
        }
        return List.copyOf(names);
    }
}
