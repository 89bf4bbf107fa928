import { execFileSync } from 'node:child_process'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { ruleBook as rules } from '@vaultwright/protocols'
import { namesOfTrees, printTreeChanges, treeChangeOf } from '@vaultwright/review'
import { expect, test } from 'vitest'
import { canRun } from '../support/skip-unless.ts'

const folder = process.env.TREE_HISTORY
const isGiven = canRun(
  folder !== undefined,
  'TREE_HISTORY does not name a clone of a repository whose history changes tree files',
)
const maxChanges = 200
const isEmptyTarget = (target: unknown) => /^0x0{40}$/.test(String(target))

test.skipIf(!isGiven)(
  'law: each change of a public history is reviewed, with the leaves that the files list',
  () => {
    const counts = { changes: 0, unread: 0, duplicates: 0 }
    const lineCounts: number[] = []
    for (const { path, before, after } of changesIn()) {
      const sides = { before: treeOf(before), after: treeOf(after) }
      if (sides.before === null || sides.after === null) {
        counts.unread += 1
        continue
      }
      const change = treeChangeOf(sides, { rules })
      expect(change.leafCount).toEqual({ before: listed(before), after: listed(after) })
      const { names } = namesOfTrees([sides.before, sides.after], null)
      const printing = { names, whole: false, detail: false }
      lineCounts.push(
        printTreeChanges([{ path, printing, change }], true).trim().split('\n').length,
      )
      counts.changes += 1
      const doubled = change.findings.filter(({ code }) => code === 'duplicate_leaf')
      for (const { message } of doubled) console.log(`${path}: ${message}`)
      counts.duplicates += doubled.length
    }
    lineCounts.sort((one, other) => one - other)
    const median = lineCounts[Math.floor(lineCounts.length / 2)]
    console.log(`${JSON.stringify(counts)}, lines: median ${median}, most ${lineCounts.at(-1)}`)
    expect(counts.changes).toBeGreaterThan(0)
    expect(lineCounts.at(-1)).toBeLessThanOrEqual(45)
  },
  3_600_000,
)

function git(...words: string[]): string {
  return execFileSync('git', ['-C', folder!, ...words], { encoding: 'utf8', maxBuffer: 1 << 29 })
}

/** The newest changes of JSON files that both sides of a commit have. */
function* changesIn() {
  const log = git('log', '--raw', '--no-abbrev', '--no-merges', '--format=', '--', '*.json')
  let count = 0
  for (const line of log.split('\n')) {
    const [, before, after, path] = /^:\S+ \S+ (\S+) (\S+) M\t(.*)$/.exec(line) ?? []
    if (path === undefined || count >= maxChanges) continue
    count += 1
    yield { path, before: git('cat-file', 'blob', before!), after: git('cat-file', 'blob', after!) }
  }
}

function treeOf(text: string): TreeFile | null {
  try {
    return parseTreeFile(new TextEncoder().encode(text))
  } catch {
    return null
  }
}

/** Counts the leaves of a file without the code that is tested. */
function listed(text: string): number {
  const { leafs } = JSON.parse(text)
  return leafs.filter((leaf: { TargetAddress: string }) => !isEmptyTarget(leaf.TargetAddress))
    .length
}
