// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {MultiSend} from "../../src/safe/MultiSend.sol";
import {MultisigWallet} from "../../src/safe/MultisigWallet.sol";
import {Counter} from "./Counter.sol";

contract MultiSendTest is Test {
    MultisigWallet private _wallet;
    MultiSend private _multiSend;
    Counter private _counter;
    address[] private _owners;

    function setUp() public {
        _owners.push(address(this));
        _wallet = new MultisigWallet(_owners, 1);
        _multiSend = new MultiSend();
        _counter = new Counter();
        vm.deal(address(_wallet), 5);
    }

    function _part(uint8 operation, address to, uint256 value, bytes memory data)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(operation, to, value, data.length, data);
    }

    function _add(uint256 step, uint256 value) private view returns (bytes memory) {
        return _part(0, address(_counter), value, abi.encodeCall(Counter.add, (step)));
    }

    /// @dev This contract is the only owner and the sender, which is approval enough.
    function _send(bytes memory transactions, uint256 safeTxGas) private returns (bool) {
        return _wallet.execTransaction(
            address(_multiSend),
            0,
            abi.encodeCall(MultiSend.multiSend, (transactions)),
            MultisigWallet.Operation.DelegateCall,
            safeTxGas,
            0,
            0,
            address(0),
            payable(0),
            abi.encodePacked(abi.encode(address(this), 0), uint8(1))
        );
    }

    function test_allAreDoneInTheWalletsName() public {
        _send(bytes.concat(_add(2, 0), _add(40, 5), _part(0, address(0xE0A), 0, "")), 0);
        assertEq(_counter.count(), 42);
        assertEq(_counter.lastCaller(), address(_wallet));
        assertEq(address(_counter).balance, 5);
    }

    function test_nothingIsSentToo() public {
        assertTrue(_send("", 0));
    }

    function test_oneFailureUndoesAll() public {
        assertFalse(_send(bytes.concat(_add(2, 0), _add(3, 0)), 200_000));
        assertEq(_counter.count(), 0);
    }

    function test_nestedDelegateCall() public {
        bytes memory inner = abi.encodeCall(MultiSend.multiSend, (_add(8, 0)));
        _send(bytes.concat(_add(2, 0), _part(1, address(_multiSend), 0, inner)), 0);
        assertEq(_counter.count(), 10);
    }

    function test_refusals() public {
        bytes memory fine = _add(2, 0);
        vm.expectRevert(MultiSend.MultiSend__OnlyDelegateCall.selector);
        _multiSend.multiSend(fine);
        _expectFailure(_add(3, 0), abi.encodeWithSelector(Counter.Uneven.selector, 3));
        _expectFailure(
            _part(2, address(_counter), 0, ""),
            abi.encodeWithSelector(MultiSend.MultiSend__BadOperation.selector, 2)
        );
        // Cut short, in the data and in the head.
        bytes memory cut = fine;
        assembly {
            mstore(cut, sub(mload(cut), 1))
        }
        _expectFailure(cut, "");
        _expectFailure(new bytes(84), "");
    }

    function _expectFailure(bytes memory transactions, bytes memory reason) private {
        (bool success, bytes memory answer) =
            address(_multiSend).delegatecall(abi.encodeCall(MultiSend.multiSend, (transactions)));
        assertFalse(success);
        assertEq(answer, reason);
    }
}
