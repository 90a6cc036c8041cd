/** What the service says about tasks, machines and itself, and what may be asked of it. */
package org.espalier.service.live;
