package basalt.memory.tracking;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A finding of a monitor, for JDK Flight Recorder. */
@Name("basalt.Diagnostic")
@Label("Diagnostic")
@Category({"Basalt", "Memory"})
final class DiagnosticEvent extends Event {
    @Label("Code")
    private String code;

    @Label("Diagnostic")
    private String diagnostic;

    @Label("Subject")
    private String subject;

    @Label("Detail")
    private String detail;

    static void commit(DiagnosticReport report) {
        DiagnosticEvent event = new DiagnosticEvent();
        if (event.shouldCommit()) {
            event.code = report.diagnostic().code();
            event.diagnostic = report.diagnostic().name();
            event.subject = report.subject();
            event.detail = report.detail();
            event.commit();
        }
    }
}
