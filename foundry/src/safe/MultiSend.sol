// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Several transactions of a multisig wallet in one: the wallet borrows this code.
contract MultiSend {
    address private immutable _SELF = address(this);

    uint256 private constant HEAD_LENGTH = 85;

    error MultiSend__OnlyDelegateCall();
    error MultiSend__BadOperation(uint8 operation);

    /// @notice Does all transactions or none, and reverts with the revert data of the one that failed.
    /// @param transactions Each: operation (1 byte), to (20), value (32), length of data (32), data.
    function multiSend(bytes calldata transactions) external payable {
        if (address(this) == _SELF) revert MultiSend__OnlyDelegateCall();
        uint256 at;
        while (at < transactions.length) {
            bytes calldata head = transactions[at:at + HEAD_LENGTH];
            at += HEAD_LENGTH;
            uint256 length = uint256(bytes32(head[53:85]));
            _send(
                uint8(head[0]),
                address(bytes20(head[1:21])),
                uint256(bytes32(head[21:53])),
                transactions[at:at + length]
            );
            at += length;
        }
    }

    function _send(uint8 operation, address to, uint256 value, bytes calldata data) private {
        bool success;
        bytes memory result;
        if (operation == 0) (success, result) = to.call{value: value}(data);
        else if (operation == 1) (success, result) = to.delegatecall(data);
        else revert MultiSend__BadOperation(operation);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }
}
