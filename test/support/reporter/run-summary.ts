import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Prints why tests were skipped that found out while they ran, and the one closing line that every log reader understands: `N passed, N failed, N skipped`. */
export default class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[] = []) {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result()
        count[result.state]++
        if (result.state === 'skipped' && result.note !== undefined)
          console.log(`skipped: ${test.name}: ${result.note}`)
      }
      if (module.errors().length > 0) count.failed++
    }
    const { passed, failed, skipped } = count
    // A tier's whole run leaves its counts for the sum of both.
    const file = process.env.TEST_COUNTS
    if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed, skipped }))
    console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
}
