export {
  consoleFolder,
  consolePermissions,
  consolePolicy,
  offlineFolder,
} from './console-folder.ts'
