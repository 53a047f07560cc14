package basalt.examples.framework.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The inspector's page in a browser without a display. Skipped where Chromium and its driver are not installed. */
@Tag("long")
class PageTest {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    @TempDir
    private static Path profile;

    private static ChromeDriver browser;

    private final InspectedGame game = new InspectedGame(0);

    @BeforeAll
    static void open() {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "Chromium and its driver are not installed: apt-get install chromium chromium-driver");
        ChromeOptions options = new ChromeOptions()
                .setBinary(CHROMIUM.toFile())
                .addArguments(
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--window-size=1280,900",
                        "--user-data-dir=" + profile);
        browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(new File(DRIVER.toString()))
                        .build(),
                options);
    }

    @AfterAll
    static void quit() {
        if (browser != null) {
            browser.quit();
        }
    }

    @BeforeEach
    void load() {
        browser.manage().window().setSize(new Dimension(1280, 900));
        browser.get("about:blank");
        browser.get(game.address());
        await("the page shows ticks", () -> number("tick") > 0);
    }

    @AfterEach
    void end() {
        List<LogEntry> log = browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> !entry.getMessage().contains("Failed to load resource")) // a refusal, or no server
                .toList();
        game.close();
        assertEquals(List.of(), log, "the console of the browser");
    }

    private static WebElement find(String css) {
        return browser.findElement(By.cssSelector(css));
    }

    private static String text(String css) {
        return find(css).getText();
    }

    private static long number(String id) {
        String text = text("#" + id).replace(",", "");
        return text.matches("\\d+") ? Long.parseLong(text) : -1;
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (true) {
            try {
                if (condition.getAsBoolean()) {
                    return;
                }
            } catch (StaleElementReferenceException | org.openqa.selenium.NoSuchElementException e) {
                // the page has changed meanwhile
            }
            assertTrue(System.nanoTime() - end < 0, () -> "in vain: " + what + "; the page shows " + text("body"));
            sleep(20);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void type(String css, String text) {
        WebElement field = find(css);
        field.clear();
        field.sendKeys(text);
    }

    private static List<String> column(int index) {
        return texts("#rows tbody tr:not([hidden]) td:nth-child(" + index + ")");
    }

    private static List<String> texts(String css) {
        return browser.findElements(By.cssSelector(css)).stream()
                .map(WebElement::getText)
                .toList();
    }

    private static void openView(String view) {
        find("#nav a[data-view=" + view + "]").click();
        await(
                "view " + view,
                () -> find("#nav a[data-view=" + view + "][aria-current]").isDisplayed());
    }

    @Test
    void shouldShowEntitiesAndFollowThem() {
        await("all entities", () -> text("#summary").startsWith("101 entities"));
        type("#query", "Place, Health.points < 50");
        await("matching entities", () -> text("#summary").startsWith("50 entities"));
        List<String> before = column(2);
        await("positions move", () -> !column(2).equals(before));
        assertEquals("50 rows", find("#page-size option:checked").getText());
        assertEquals("1–50", text("#page-info"));
    }

    @Test
    void shouldCompleteQueriesAndPointAtErrors() {
        find("#query").sendKeys("Hea");
        await("a component is offered", () -> text(".query [role=listbox]").contains("Health"));
        find("#query").sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
        assertEquals("Health", find("#query").getAttribute("value"));
        find("#query").sendKeys(".");
        await("a field is offered", () -> text(".query [role=listbox]").contains("points"));
        find("#query").sendKeys(Keys.ESCAPE);
        type("#query", "Helth");
        await("an error", () -> text("#query-error").contains("did you mean Health?"));
        assertEquals("Helth", text("#query-error mark"));
    }

    @Test
    void shouldSortByAColumnAndTurnPages() {
        type("#query", "Health");
        await("the column", () -> text("#rows thead").contains("points"));
        find("button[data-sort='Health.points']").click();
        await("descending", () -> column(2).get(0).equals("99"));
        find("button[data-sort='Health.points']").click();
        await("ascending", () -> column(2).get(0).equals("0"));
        find("#page-next").click();
        await(
                "the next page",
                () -> text("#page-info").equals("51–100") && column(2).get(0).equals("50"));
    }

    @Test
    void shouldShowAndEditTextsAndEnums() {
        type("#query", "Title");
        await(
                "a text and a constant",
                () -> column(2).equals(List.of("old text")) && column(3).equals(List.of("LOW")));
        find("#rows tbody tr td:nth-child(2)").click();
        await("its details", () -> text("#entity").contains("old text"));
        find("dd[data-field='Title.text'] button").click();
        find("dd[data-field='Title.text'] input").sendKeys("new text" + Keys.ENTER);
        await("the new text", () -> column(2).equals(List.of("new text")));
        find("dd[data-field='Title.rank'] button").click();
        find("dd[data-field='Title.rank'] option[value=HIGH]").click();
        await("the new constant", () -> column(3).equals(List.of("HIGH")));
        find("dd[data-field='Title.text'] button").click();
        find("dd[data-field='Title.text'] input").sendKeys(Keys.BACK_SPACE.toString() + Keys.ENTER);
        await("an empty text", () -> column(2).equals(List.of("\"\"")));
    }

    @Test
    void shouldEditValuesInTheTable() {
        type("#query", "Title");
        await("a text", () -> column(2).equals(List.of("old text")));
        find("#rows tbody td:nth-child(2)").click();
        await("its details", () -> text("#entity").contains("old text"));
        find("#rows tbody td:nth-child(2)").click();
        find("#rows .edit").sendKeys("new text" + Keys.ENTER);
        await("the new text", () -> column(2).equals(List.of("new text")));
        find("#rows tbody td:nth-child(3)").click();
        assertEquals(List.of("null", "LOW", "HIGH"), texts("#rows .edit option"));
        find("#rows .edit option[value=HIGH]").click();
        await("the new constant", () -> column(3).equals(List.of("HIGH")));
        find("#rows tbody td:nth-child(3)").click();
        find("#rows .edit option[value=null]").click();
        await("no constant", () -> column(3).equals(List.of("\u2013")));
        find("#rows tbody td:nth-child(2)").click();
        find("#rows .edit").sendKeys("not sent" + Keys.ESCAPE);
        await("the text as it was", () -> column(2).equals(List.of("new text")));
        type("#query", "Health.points = 7");
        await("a number", () -> column(2).equals(List.of("7")));
        find("#rows tbody td:nth-child(2)").click();
        await("its details", () -> text("#entity").contains("points"));
        find("#rows tbody td:nth-child(2)").click();
        find("#rows .edit").sendKeys("seven" + Keys.ENTER);
        await("a refusal", () -> text("#rows .error").contains("is no value of field points"));
        find("#rows .edit").sendKeys(Keys.chord(Keys.CONTROL, "a") + "-7" + Keys.ENTER);
        await("the new number", () -> text("dd[data-field='Health.points']").equals("-7"));
    }

    @Test
    void shouldEndAnEditWhenItsRowGoes() {
        type("#query", "Health");
        await("rows", () -> column(2).size() > 10 && column(2).get(0).equals("0"));
        find("#rows tbody td:nth-child(2)").click();
        await("its details", () -> text("#entity").contains("points"));
        find("#rows tbody td:nth-child(2)").click();
        find("#rows .edit").sendKeys(Keys.PAGE_DOWN);
        assertEquals("1\u201350", text("#page-info"));
        browser.executeScript("document.querySelector('.entities .scroll').scrollTop = 600");
        await("the edit has ended", () -> texts("#rows .edit").isEmpty());
        await("other rows", () -> Integer.parseInt(column(2).get(0)) > 10);
        browser.executeScript("document.querySelector('.entities .scroll').scrollTop = 0");
        await(
                "the rows as they were",
                () -> column(2).get(0).equals("0") && column(2).get(1).equals("1"));
        find("#rows tbody td:nth-child(2)").click();
        assertEquals(1, texts("#rows .edit").size(), "it is edited again");
        browser.navigate().back();
        await("the edit has ended", () -> texts("#rows .edit").isEmpty());
    }

    @Test
    void shouldShowTheLastAnswerAfterAnEdit() {
        type("#query", "Place, Health.points < 5");
        await("five rows", () -> column(2).size() == 5);
        find("#rows tbody td:nth-child(3)").click();
        await("its details", () -> text("#entity").contains("points"));
        find("#rows tbody td:nth-child(3)").click();
        String before = column(2).get(1);
        sleep(700);
        assertEquals(before, column(2).get(1), "the table stands still");
        find("#rows .edit").sendKeys(Keys.ESCAPE);
        assertFalse(before.equals(column(2).get(1)), "the answer that came meanwhile");
    }

    @Test
    void shouldOpenOneStreamForEachPageOfRows() {
        browser.executeScript("""
                const Real = EventSource;
                window.opened = [];
                window.EventSource = class extends Real {
                  constructor(address) {
                    super(address);
                    opened.push(new URL(address, location).searchParams.get('hz'));
                  }
                };""");
        for (String query : List.of("Place", "Health")) {
            type("#query", query);
            String hertz = query.equals("Place") ? "2" : "4"; // one of two cells changes in each tick, or none
            await("the rate", () -> hertz.equals(browser.executeScript("return opened.at(-1)")));
            sleep(2_500);
            browser.executeScript("opened = []");
            find("#page-next").click();
            await("the next page", () -> text("#page-info").equals("51\u2013100"));
            find("#page-previous").click();
            await("the page before", () -> text("#page-info").equals("1\u201350"));
            sleep(2_500);
            assertEquals(List.of(hertz, hertz), browser.executeScript("return opened"), query);
        }
    }

    /** The left and right end of the points in the picture, in pixels. */
    private static List<Long> ends() {
        @SuppressWarnings("unchecked")
        List<Long> ends = (List<Long>) browser.executeScript("""
                const canvas = document.getElementById('scatter');
                const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {willReadFrequently: true});
                copy.drawImage(canvas, 0, 0);
                const {data} = copy.getImageData(0, 0, canvas.width, canvas.height);
                let ends = [Infinity, -Infinity];
                for (let i = 0; i < data.length; i += 4) {
                  const x = i / 4 % canvas.width;
                  const isPoint = data[i + 3] > 100 && data[i + 2] > data[i] + 60; // blue, other than the box
                  if (isPoint) ends = [Math.min(ends[0], x), Math.max(ends[1], x)];
                }
                return ends;""");
        return ends;
    }

    private static long width() {
        return ends().get(1) - ends().get(0);
    }

    @Test
    void shouldDrawAScatterThatPansZoomsAndSelects() {
        openView("scatter");
        await("points", () -> text("#scatter-text").equals("100 points \u00b7 1 without one of the columns"));
        assertEquals("Place.x", find("#axis-x option:checked").getText());
        long left = ends().get(0);
        await("they move", () -> ends().get(0) > left);
        find("#pause").click();
        await("a pause", () -> text("#state").equals("paused"));
        sleep(300);
        find("#fit").click();
        long width = width();
        WebElement picture = find("#scatter");
        new Actions(browser)
                .scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(picture), 0, -100)
                .perform();
        await("they are larger", () -> width() > width * 1.1);
        find("#fit").click();
        await("they are as they were", () -> width() == width);
        long end = ends().get(1);
        new Actions(browser).dragAndDropBy(picture, 50, 0).perform();
        await("they are panned", () -> ends().get(1) == end + 50);
        Dimension size = picture.getSize();
        new Actions(browser)
                .keyDown(Keys.SHIFT)
                .moveToElement(picture, 5 - size.width / 2, 5 - size.height / 2)
                .clickAndHold()
                .moveByOffset(size.width - 10, size.height - 10)
                .release()
                .keyUp(Keys.SHIFT)
                .perform();
        await("all are chosen", () -> text("#selected").startsWith("100 chosen: "));
        String address = find("#selected a").getAttribute("href");
        assertTrue(address.startsWith(game.address().split("/entities")[0] + "/scatter?"), address);
        assertTrue(address.endsWith("entity=" + text("#selected a").replace(":", "%3A")), address);
        type("#scatter-query", "Health.points = 50");
        await("one point", () -> text("#scatter-text").equals("1 point"));
        picture.click();
        await("it is open", () -> text("dd[data-field='Health.points']").equals("50"));
        assertEquals("Scatter", text("#nav [aria-current]"));
        find("#entity-close").click();
        type("#scatter-query", "Place");
        await("all points", () -> text("#scatter-text").equals("100 points"));
        find("#axis-z option[value='Health.points']").click();
        await("three dimensions", () -> width() > 0 && browser.getCurrentUrl().contains("z=Health.points"));
        sleep(300);
        long wide = width();
        picture.sendKeys(Keys.chord(Keys.CONTROL, Keys.ARROW_RIGHT));
        await("they turn", () -> width() != wide);
        type("#scatter-query", "Title");
        await(
                "no points",
                () -> text("#scatter-text").equals("no entity has all columns \u00b7 1 without one of the columns"));
        type("#scatter-query", "Place, !Place");
        await("an error", () -> text("#scatter-query-error").contains("both required and excluded"));
    }

    @Test
    void shouldEditAnEntity() {
        type("#query", "Health.points = 7");
        await("one entity", () -> text("#summary").startsWith("1 entity"));
        find("#rows tbody tr td:nth-child(2)").click();
        await("its details", () -> text("#entity").contains("points"));
        find("dd[data-field='Health.points'] button").click();
        find("dd[data-field='Health.points'] input").sendKeys("4321" + Keys.ENTER);
        await("the new value", () -> text("dd[data-field='Health.points']").equals("4321"));
        find("#entity button[data-remove='Place']").click();
        await(
                "the component is gone",
                () -> browser.findElements(By.cssSelector("[data-component=Place]"))
                        .isEmpty());
        find("#entity-name").sendKeys("tank" + Keys.ENTER);
        await("the name", () -> text("#entity h2").startsWith("tank"));
        type("#search", "tan");
        await("it is found", () -> text("#search-list").startsWith("tank"));
        find("#search").sendKeys(Keys.ESCAPE);
        await("it is closed", () -> !find("#search-list").isDisplayed());
        type("#search", "1");
        await(
                "several",
                () -> browser.findElements(By.cssSelector("#search-list li")).size() > 0);
        find("#search").sendKeys(Keys.ARROW_DOWN);
        await("one is chosen", () -> find("#search-list li[aria-selected=true]").isDisplayed());
        find("#search").clear();
        find("#search").sendKeys("tank");
        await("it is found again", () -> text("#search-list").startsWith("tank"));
        find("#search").sendKeys(Keys.ARROW_UP, Keys.ENTER);
        await("it is open", () -> text("#entity h2").startsWith("tank"));
        find("#destroy").click();
        await("a question", () -> text("#destroy").equals("Really destroy?"));
        find("#destroy").click();
        await("it is destroyed", () -> text("#entity").contains("not alive"));
    }

    @Test
    void shouldShowAndReadTexts() {
        type("#query", "Health.points = 7");
        await("one entity", () -> text("#summary").startsWith("1 entity"));
        find("#rows tbody tr td:nth-child(2)").click();
        await("its details", () -> text("#entity").contains("points"));
        find("#text-entity").click();
        await("its text", () -> find("#text").getAttribute("value").contains("\"Health\": {\"points\": 7}"));
        type("#text", "{\"prefabs\": {\"tank\": {\"Helth\": {}}}}");
        find("#text-read").click();
        await("a refusal", () -> text("#entity").contains("line 1, column 23: there is no component Helth"));
        type(
                "#text",
                "{\"prefabs\": {\"tank\": {\"Health\": {\"points\": 9}}}, \"entities\": [{\"prefab\": \"tank\"}]}");
        find("#text-read").click();
        await("one more", () -> number("entity-count") == 102);
        find("#text-prefabs").click();
        await("the prefab", () -> find("#text").getAttribute("value").contains("\"tank\": {"));
        await("it is offered", () -> text("#spawn-choice").contains("tank (prefab)"));
        find("#spawn-choice").sendKeys("tank");
        find("#spawn").click();
        await("an instance", () -> number("entity-count") == 103);
        type("#query", "Health.points = 9");
        await("with the values of the prefab", () -> text("#summary").startsWith("3 entities"));
    }

    @Test
    void shouldSpawnFromATemplate() {
        await("the template", () -> find("#spawn").isDisplayed());
        find("#spawn").click();
        await("one more", () -> number("entity-count") == 102);
    }

    @Test
    void shouldPauseStepAndGoOn() {
        find("#pause").click();
        await("a pause", () -> text("#state").equals("paused"));
        sleep(300);
        long tick = number("tick");
        find("#step").click();
        await("a step", () -> number("tick") == tick + 1);
        find("#pause").click();
        await("it goes on", () -> number("tick") > tick + 1 && text("#state").equals("running"));
    }

    @Test
    void shouldShowSystemsAndDisableOne() {
        openView("systems");
        await("times", () -> text("#systems-table").contains("move"));
        await(
                "the graph",
                () -> !browser.findElements(By.cssSelector("#graph [data-node=move]"))
                        .isEmpty());
        find("#systems-table tr[data-system=move] input").click();
        openView("entities");
        type("#query", "Place");
        await("rows", () -> column(2).size() > 10);
        sleep(500);
        List<String> before = column(2);
        sleep(300);
        assertEquals(before, column(2));
    }

    @Test
    void shouldShowMemoryAndBlocks() {
        openView("memory");
        await("figures", () -> text("#memory-figures").contains("total"));
        await("the picture", () -> text("#blocks-text").contains("101 matching rows"));
        await("allocators", () -> text("#allocators").contains("worker 0"));
        find("#blocks").sendKeys(Keys.ARROW_RIGHT);
        await("the first word", () -> text("#blocks-text").startsWith("block 0, word 0: "));
        find("#blocks").sendKeys(Keys.ARROW_RIGHT);
        await("the next word", () -> text("#blocks-text").startsWith("block 0, word 1: "));
        find("#blocks-query").click();
        await("all words", () -> text("#blocks-text").contains("matching rows"));
        find("#blocks-query").sendKeys(Keys.ESCAPE);
        find("#compact").click();
        await("the picture before", () -> find("#blocks-before").isDisplayed());
    }

    @Test
    void shouldDrawTheCellsOfAGrid() {
        openView("space");
        await("the picture", () -> text("#cells-text").startsWith("100 entities, radius 10; "));
        assertEquals("places", find("#grid option:checked").getText());
        find("#cells").sendKeys(Keys.ARROW_DOWN, Keys.END);
        await("a cell", () -> text("#cells-text").startsWith("x from "));
        find("#grid").click();
        await("all cells", () -> text("#cells-text").startsWith("100 entities"));
    }

    @Test
    void shouldRewind() {
        openView("time");
        await("states", () -> text("#history-summary").contains("states"));
        await("hashes", () -> text("#hashes").matches("(?s).*[0-9a-f]{16}.*"));
        await("some ticks", () -> number("tick") > 20);
        find("#back").click();
        await("a pause", () -> text("#state").equals("paused"));
        sleep(300);
        long tick = number("tick");
        find("#back").click();
        await("one tick back", () -> number("tick") == tick - 1);
        find("#forward").click();
        await("one tick forward", () -> number("tick") == tick);
        find("#history-slider").sendKeys(Keys.HOME);
        await("the oldest state", () -> number("tick") < tick - 5);
        find("#go-on").click();
        await("it goes on from there", () -> text("#state").equals("running"));
    }

    @Test
    void shouldConnectAgainAfterARestart() {
        game.close();
        await(
                "the loss is shown",
                () -> text("#state").equals("no connection") && find("#alert").isDisplayed());
        try (InspectedGame other = new InspectedGame(game.port())) {
            await(
                    "it is connected again",
                    () -> text("#state").equals("running") && !find("#alert").isDisplayed());
            assertEquals(game.port(), other.port());
        }
    }

    @Test
    void shouldFitAPhone() {
        browser.manage().window().setSize(new Dimension(500, 900)); // the narrowest window
        for (String view : List.of("entities", "scatter", "systems", "memory", "time")) {
            openView(view);
            sleep(300);
            Object overflow = browser.executeScript(
                    "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assertEquals(0L, overflow, view);
        }
    }

    @Test
    void shouldGoBackToTheEntityThatWasOpen() {
        type("#query", "Health");
        await("rows", () -> column(2).size() > 10);
        find("#rows tbody tr:nth-child(2) a").click();
        await("its details", () -> text("#entity").contains("points"));
        String first = find("#entity h2").getText();
        find("#rows tbody tr:nth-child(3) a").click();
        await("another one", () -> !find("#entity h2").getText().equals(first));
        browser.navigate().back();
        await("the first one again", () -> find("#entity h2").getText().equals(first));
        browser.navigate().refresh();
        await("after reloading, too", () -> find("#entity h2").getText().equals(first));
        assertFalse(browser.getCurrentUrl().contains("token"));
    }
}
