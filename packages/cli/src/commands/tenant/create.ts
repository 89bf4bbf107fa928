import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'tenant create',
  summary: 'Make a tenant',
  describe:
    'Makes a tenant: an organisation with its own users, keys, vaults and trees, of which no other tenant sees anything. Needs the database itself.',
  positionals: {
    name: { describe: 'Lowercase letters, digits and dashes, 2 to 40; the interface shows it' },
  },
  options: databaseOptions,
  without: withoutUrl,
  examples: [
    ['tenant create acme', 'In the database of DATABASE_URL, or of this machine'],
    ['tenant create acme --database sqlite:vaults.sqlite', 'In this file'],
  ],
  run: async (args, context) => {
    const [{ withStore }, { actorOf }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../admin/open.ts'),
      import('./list.ts'),
    ])
    const tenant = await withStore(args, context, (store) =>
      store.tenants.create({ name: args.name }, actorOf()),
    )
    return {
      json: () => print.tenantJsonOf(tenant),
      text: (style) => print.printTenant(tenant, style),
      exit: yes,
    }
  },
})
