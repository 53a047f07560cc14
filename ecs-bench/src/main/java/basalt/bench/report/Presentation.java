package basalt.bench.report;

import basalt.bench.report.chart.Typeface;
import basalt.examples.framework.program.OutputFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes page, charts and table of the results. */
final class Presentation {
    private final Results results;
    private final ReportFolder folder;
    private final Optional<String> whyNoCharts;
    private final List<Picture> pictures = new ArrayList<>();
    private final Set<Path> charts = new HashSet<>();
    private final List<Path> written = new ArrayList<>();

    Presentation(Results results, ReportFolder folder) {
        this(results, folder, Typeface.problem());
    }

    Presentation(Results results, ReportFolder folder, Optional<String> whyNoCharts) {
        this.results = results;
        this.folder = folder;
        this.whyNoCharts = whyNoCharts;
    }

    /**
     * Writes all files.
     *
     * @return the files: page, table, and the overview if there is one
     * @throws IOException if one cannot be written
     */
    List<Path> write() throws IOException {
        folder.requirePresentable();
        if (whyNoCharts.isEmpty()) {
            draw();
        }
        write(folder.table(), Markdown.of(results));
        write(folder.page(), new Page(results, pictures, whyNoCharts).render());
        folder.removeChartsBut(charts);
        written.addAll(List.of(folder.page(), folder.table()));
        return written;
    }

    private static void write(Path file, String text) throws IOException {
        OutputFile.write(file, part -> Files.writeString(part, text));
    }

    private void draw() throws IOException {
        Charts drawn = new Charts(results);
        Optional<BufferedImage> overview = drawn.overview();
        if (overview.isPresent()) {
            add("overview", overview.get(), folder.overview());
            written.add(folder.overview());
        }
        for (Map.Entry<String, BufferedImage> chart : drawn.ratios().entrySet()) {
            add(chart.getKey(), chart.getValue(), folder.chart(chart.getKey()));
        }
        add(ChartName.SCALING, drawn.scaling());
        add(ChartName.OCCUPANCY, drawn.occupancy());
        add(ChartName.MEMORY, drawn.memory());
    }

    private void add(String name, Optional<BufferedImage> image) throws IOException {
        if (image.isPresent()) {
            add(name, image.get(), folder.chart(name));
        }
    }

    private void add(String name, BufferedImage image, Path file) throws IOException {
        Picture picture = Picture.of(name, image);
        OutputFile.write(file, part -> Files.write(part, picture.png()));
        charts.add(file);
        pictures.add(picture);
    }
}
