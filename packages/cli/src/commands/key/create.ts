import { adminOptions } from '../../admin/option.ts'
import { count, defineCommand, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'key create',
  summary: 'Make an API key, which is shown once',
  describe:
    'Makes an API key of a user and prints it alone on standard output. It is shown this once: the database keeps a hash. A user may hold 10 active keys.',
  positionals: { user: { describe: 'Name or id of whose role the key has' } },
  options: {
    description: text('What it is for', 'text'),
    rate: count('Requests a minute, from 1; default: the limit of the service', 'requests'),
    ...adminOptions,
  },
  examples: [
    ['key create bot --description rebalancer', 'The key, and nothing else, on standard output'],
    ['key create bot --rate 600 --json', 'With its id, for a program'],
  ],
  run: async (args, context) => {
    if (args.out !== undefined) {
      throw new UsageError(
        'A key goes to standard output only. Store it in a private file: (umask 077; … > file).',
        { option: 'out' },
      )
    }
    const [{ withAdmin }, print, { writeWarning }] = await Promise.all([
      import('../../admin/open.ts'),
      import('./list.ts'),
      import('../../terminal/warning.ts'),
    ])
    const { user, description = '', rate: ratePerMinute = null } = args
    const created = await withAdmin(args, context, (admin) =>
      admin.createKey({ user, description, ratePerMinute }),
    )
    const revoke = `vaultwright key revoke ${created.key.id}${locationOptionsOf(args)}`
    const remark = `The key ${created.key.id} is shown this once. Keep it; "${revoke}" ends it.`
    writeWarning(remark, { context, quiet: args.quiet })
    return {
      json: () => ({ ...print.keyJsonOf(created.key), key: created.text }),
      text: () => [`${created.text}\n`],
      exit: yes,
    }
  },
})

type AdminLocation = { readonly url?: string | undefined; readonly tenant?: string | undefined }

/** The database URL may hold its password: the caller gave it. */
function locationOptionsOf({ url, tenant }: AdminLocation): string {
  if (url !== undefined) return ` --url ${url}`
  return tenant === undefined ? '' : ` --tenant ${tenant}`
}
