import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const tenantList = defineCommand({
  name: 'tenant list',
  describe: 'Lists the tenants of a database, by name. Needs the database itself.',
  positionals: {},
  options: databaseOptions,
  without: withoutUrl,
  examples: [['tenant list', 'Who is there?']],
  run: async (args, context) => {
    const [{ withStore }, print] = await Promise.all([
      import('../../admin/store.ts'),
      import('../../print/tenant.ts'),
    ])
    const tenants = await withStore(args, context, (store) => store.tenants.list())
    return {
      json: () => ({ tenants: tenants.map(print.tenantJsonOf) }),
      text: (ink) => print.printTenants(tenants, ink),
      exit: yes,
    }
  },
})
