/** Text tables for the library's reports. Not exported. */
package basalt.text;
