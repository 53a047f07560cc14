/** Text tables and JSON for the library's reports, and texts as bytes. Not exported. */
package basalt.text;
