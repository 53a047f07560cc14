package basalt.memory;

import java.util.List;
import java.util.Optional;

/**
 * The figures of one tag, and of those below it, at one moment. Each counts what is below it, too.
 *
 * @param path the tag; empty for the root
 * @param allocatedBytes what is allocated and not freed, without what was promoted
 * @param peakBytes the most that this has ever been
 * @param liveAllocations how many allocations that is
 * @param allocations how many there have ever been
 * @param softBytes the soft budget; {@code Long.MAX_VALUE} if there is none
 * @param hardBytes the hard budget; {@code Long.MAX_VALUE} if there is none
 * @param policy what happens to a request that would exceed the hard budget
 * @param softCrossings how often the soft budget was crossed
 * @param denials how often the hard budget has refused a request
 * @param overruns how often a request was granted that exceeded the hard budget, by {@link BudgetPolicy#WARN}
 * @param promotions how often a request was charged to the tags above instead, by {@link BudgetPolicy#PROMOTE}
 * @param promotedBytes what was promoted and is not freed
 * @param children the tags right below, in the order in which they were made
 */
public record MemorySnapshot(
        String path,
        long allocatedBytes,
        long peakBytes,
        long liveAllocations,
        long allocations,
        long softBytes,
        long hardBytes,
        BudgetPolicy policy,
        long softCrossings,
        long denials,
        long overruns,
        long promotions,
        long promotedBytes,
        List<MemorySnapshot> children) {

    /**
     * The figures of a tag at or below this one.
     *
     * @param wanted its path
     * @return its figures, if there is such a tag
     */
    public Optional<MemorySnapshot> find(String wanted) {
        if (path.equals(wanted)) {
            return Optional.of(this);
        }
        return children.stream().flatMap(child -> child.find(wanted).stream()).findFirst();
    }

    /**
     * The figures as JSON, with the names of this record's components; budgets that are not set are null.
     *
     * @return one line
     */
    public String toJson() {
        StringBuilder json = new StringBuilder();
        appendTo(json);
        return json.toString();
    }

    private void appendTo(StringBuilder json) {
        json.append("{\"path\":");
        appendString(json, path);
        json.append(",\"allocatedBytes\":").append(allocatedBytes);
        json.append(",\"peakBytes\":").append(peakBytes);
        json.append(",\"liveAllocations\":").append(liveAllocations);
        json.append(",\"allocations\":").append(allocations);
        json.append(",\"softBytes\":").append(limit(softBytes));
        json.append(",\"hardBytes\":").append(limit(hardBytes));
        json.append(",\"policy\":\"").append(policy).append('"');
        json.append(",\"softCrossings\":").append(softCrossings);
        json.append(",\"denials\":").append(denials);
        json.append(",\"overruns\":").append(overruns);
        json.append(",\"promotions\":").append(promotions);
        json.append(",\"promotedBytes\":").append(promotedBytes);
        json.append(",\"children\":[");
        for (int i = 0; i < children.size(); i++) {
            if (i > 0) {
                json.append(',');
            }
            children.get(i).appendTo(json);
        }
        json.append("]}");
    }

    private static String limit(long bytes) {
        return bytes == Long.MAX_VALUE ? "null" : Long.toString(bytes);
    }

    private static void appendString(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    String summary() {
        return "path=" + path + ", allocatedBytes=" + allocatedBytes + ", peakBytes=" + peakBytes + ", liveAllocations="
                + liveAllocations;
    }
}
