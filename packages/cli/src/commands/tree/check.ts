import { checkFiles } from '../../check.ts'
import { defineCommand } from '../../command.ts'
import { checksJsonOf, printChecks } from '../../print/check.ts'
import { buildProgress } from '../../progress.ts'
import { placesOf } from '../../tree-path.ts'

export const treeCheck = defineCommand({
  name: 'tree check',
  describe:
    'Tells whether tree files are sound: rebuilds each tree from its leaves and names every place where the file says something else, and what a reviewer would ask about. The answer is no (exit 1) when a finding is an error. In folders, JSON files that are plainly no tree (a package.json) are named and passed over; a file given by name must be a tree.',
  positionals: {
    file: { many: true, describe: 'Tree files, folders of them, or - for standard input' },
  },
  options: {
    strict: { kind: 'flag', describe: 'Warnings make the answer no, too' },
    all: { kind: 'flag', describe: 'Print every finding; without it the first few of each kind' },
  },
  examples: [
    ['tree check tree.json', 'Is this tree sound?'],
    ['tree check trees/ --strict', 'Are all trees of a folder sound, without a warning?'],
    ['tree check tree.json --json', 'The findings for a program'],
  ],
  run: async ({ file: words, strict, all, quiet }, context) => {
    const places = placesOf(words)
    const progress = buildProgress(places.length, context, quiet)
    const checks = await checkFiles(places, { context, progress, strict })
    return {
      json: () => checksJsonOf(checks),
      text: (ink) => printChecks(checks, { ink, all }),
      exit: () => checks.exit,
    }
  },
})
