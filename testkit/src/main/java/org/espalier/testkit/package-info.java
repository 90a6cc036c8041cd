/** Contract tests and small systems for those who extend Espalier. */
package org.espalier.testkit;
