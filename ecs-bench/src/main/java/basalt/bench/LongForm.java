package basalt.bench;

import java.util.List;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * All benchmarks with all values of their parameters, except those of the {@code field}, which have their own forms.
 */
final class LongForm {
    private LongForm() {}

    static List<Stage> stages() {
        return BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(entry -> entry.getUsername())
                .filter(name -> name.startsWith(Stage.ROOT))
                .map(name -> Stage.of(name.substring(Stage.ROOT.length())))
                .filter(stage -> !stage.benchmark().startsWith("field."))
                .sorted((one, other) -> one.benchmark().compareTo(other.benchmark()))
                .toList();
    }
}
