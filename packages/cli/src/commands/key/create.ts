import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { UsageError } from '../../usage.ts'

export const keyCreate = defineCommand({
  name: 'key create',
  describe:
    'Makes an API key of a user and prints it alone on standard output. It is shown this once: what is kept is a hash. A user may hold 10 active keys.',
  positionals: { user: { describe: 'Name or id of whose role the key has' } },
  options: {
    description: { kind: 'text', value: 'text', describe: 'What it is for' },
    rate: {
      kind: 'count',
      value: 'requests',
      describe: 'Requests a minute, from 1; the limit of the service when not given',
    },
    ...adminOptions,
  },
  examples: [
    ['key create bot --description rebalancer', 'The key, and nothing else, on standard output'],
    ['key create bot --rate 600 --json', 'With its id, for a program'],
  ],
  run: async (args, context) => {
    if (args.out !== undefined) {
      throw new UsageError(
        'A key goes to standard output alone. Keep it where nobody else reads: (umask 077; … > file).',
        { option: 'out' },
      )
    }
    const [{ withAdmin }, print, { writeRemark }] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../print/key.ts'),
      import('../../remark.ts'),
    ])
    const { user, description = '', rate: ratePerMinute = null } = args
    const made = await withAdmin(args, context, (admin) =>
      admin.createKey({ user, description, ratePerMinute }),
    )
    const revoke = `vaultwright key revoke ${made.key.id}${placeOf(args)}`
    const remark = `The key ${made.key.id} is shown this once. Keep it; "${revoke}" ends it.`
    writeRemark(remark, { context, quiet: args.quiet })
    return {
      json: () => ({ ...print.keyJsonOf(made.key), key: made.text }),
      text: () => [`${made.text}\n`],
      exit: yes,
    }
  },
})

type Place = { readonly url?: string | undefined; readonly tenant?: string | undefined }

/** A database may be named with its password: whoever gave it knows it. */
function placeOf({ url, tenant }: Place): string {
  if (url !== undefined) return ` --url ${url}`
  return tenant === undefined ? '' : ` --tenant ${tenant}`
}
