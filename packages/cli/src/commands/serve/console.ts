import { count, defineCommand, flag } from '../../command/command.ts'

export const command = defineCommand({
  name: 'console',
  summary: 'Open the tree explorer and the signing room without a service',
  describe:
    'Serves the offline console on 127.0.0.1 until Ctrl-C: the tree explorer and the signing room, without a service. Its page cannot send anything. With --out it writes the same pages into a folder, with their SHA-256 sums; index.html there opens from the disk, also on a machine without a network.',
  positionals: {},
  options: {
    port: count('Port of the pages; default: a free one', 'port'),
    open: flag('Open the pages in the browser'),
  },
  examples: [
    ['console --open', 'Look at trees and packets in the browser'],
    ['console --out console', 'A folder for a second machine; sha256sum -c SHA256SUMS checks it'],
  ],
  run: async (args, context) => {
    const { serveOfflineConsole, writeOfflineConsole } = await import('./offline-console.ts')
    return args.out === undefined
      ? serveOfflineConsole(args, context)
      : writeOfflineConsole(args.out)
  },
})
