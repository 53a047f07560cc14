/** Text tables and JSON for the library's reports. Not exported. */
package basalt.text;
