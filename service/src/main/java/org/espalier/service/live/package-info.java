/** What the service says about tasks, machines and itself, and what may be asked of it. */
@NullMarked
package org.espalier.service.live;

import org.jspecify.annotations.NullMarked;
