/**
 * Small modules that several pages share, and the frame around every page does not need. Named here they come in the
 * frame's script: fewer files to name in each page, and they compress better together.
 */
import '#words/contact-lines.ts'
import '#words/format.ts'
import '#words/plans.ts'
import '../../domain/credit-facts.ts'
import '../../domain/plans.ts'
import '../../domain/service-facts.ts'
import '../art/key.svg'
import '../art/letter.svg'
import '../backend/browser-storage.ts'
import '../backend/deliberate-sign-out.ts'
import '../backend/return-path.ts'
import '../ui/needs-script.tsx'
import '../ui/use-result-in-sight.ts'
import '../ui/use-return.ts'
