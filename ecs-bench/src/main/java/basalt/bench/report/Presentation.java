package basalt.bench.report;

import basalt.bench.report.chart.Typeface;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes page, charts and table of what was measured. */
final class Presentation {
    private final Results results;
    private final ReportFolder folder;
    private final Optional<String> whyNoCharts;
    private final List<Picture> pictures = new ArrayList<>();
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
     * @return where they are: page, table, and the overview where there is one
     * @throws IOException if one cannot be written
     */
    List<Path> write() throws IOException {
        folder.clearPresentation();
        Files.createDirectories(folder.page().toAbsolutePath().getParent());
        if (whyNoCharts.isEmpty()) {
            draw();
        }
        Files.writeString(folder.table(), Markdown.of(results));
        Files.writeString(folder.page(), new Page(results, pictures, whyNoCharts).render());
        written.addAll(List.of(folder.page(), folder.table()));
        return written;
    }

    private void draw() throws IOException {
        Charts charts = new Charts(results);
        Optional<BufferedImage> overview = charts.overview();
        if (overview.isPresent()) {
            add("overview", overview.get(), folder.overview());
            written.add(folder.overview());
        }
        for (Map.Entry<String, BufferedImage> chart : charts.ratios().entrySet()) {
            add(chart.getKey(), chart.getValue(), folder.chart(chart.getKey()));
        }
        add(ChartName.SCALING, charts.scaling());
        add(ChartName.OCCUPANCY, charts.occupancy());
        add(ChartName.MEMORY, charts.memory());
    }

    private void add(String name, Optional<BufferedImage> image) throws IOException {
        if (image.isPresent()) {
            add(name, image.get(), folder.chart(name));
        }
    }

    private void add(String name, BufferedImage image, Path file) throws IOException {
        Picture picture = Picture.of(name, image);
        Files.write(file, picture.png());
        pictures.add(picture);
    }
}
