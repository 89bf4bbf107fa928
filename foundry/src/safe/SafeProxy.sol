// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice A Safe's own address: it keeps the storage, and borrows the code that slot 0 names.
contract SafeProxy {
    address internal _singleton;

    /// @param data the call of the singleton that sets it up; empty leaves that to whoever comes first.
    constructor(address singleton, bytes memory data) {
        _singleton = singleton;
        if (data.length > 0) {
            (bool isSetUp,) = singleton.delegatecall(data);
            require(isSetUp, "GS013");
        }
    }

    fallback() external payable {
        address singleton = _singleton;
        assembly ("memory-safe") {
            let start := mload(0x40)
            calldatacopy(start, 0, calldatasize())
            let ok := delegatecall(gas(), singleton, start, calldatasize(), 0, 0)
            returndatacopy(start, 0, returndatasize())
            if iszero(ok) { revert(start, returndatasize()) }
            return(start, returndatasize())
        }
    }

    receive() external payable {}
}
