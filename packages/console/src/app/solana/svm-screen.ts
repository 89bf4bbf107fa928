// One script for all three: the shell, which names every script, stays small.
export { SvmActionScreen as ActionScreen } from './action/svm-action-screen.tsx'
export { SvmPermissionScreen as PermissionScreen } from './permission/svm-permission-screen.tsx'
export { SvmVaultScreen as VaultScreen } from './vault/svm-vault-screen.tsx'
