// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test, Vm} from "forge-std/Test.sol";
import {OFT} from "../../src/double/layerzero/OFT.sol";
import {OFTAdapter} from "../../src/double/layerzero/OFTAdapter.sol";
import {
    MessagingFee,
    MessagingReceipt,
    OFTCore,
    OFTReceipt,
    SendParam
} from "../../src/double/layerzero/OFTCore.sol";
import {FreeToken} from "./Tokens.sol";

contract LayerZeroTest is Test {
    address private constant OWNER = address(0x0123);
    address private constant ALICE = address(0xA11CE);
    address private constant REFUND = address(0x4EF0);

    FreeToken private token = new FreeToken("T", 8);
    OFT private oft = new OFT(OWNER, "O", "O", 0.01 ether);
    OFTAdapter private adapter = new OFTAdapter(OWNER, address(token), 8, 0.01 ether);

    function setUp() public {
        vm.startPrank(OWNER);
        oft.setPeer(30_101, bytes32(uint256(1)));
        adapter.setPeer(30_101, bytes32(uint256(1)));
        oft.mint(ALICE, 1e30);
        vm.stopPrank();
        token.mint(ALICE, 1e30);
        vm.deal(ALICE, 10 ether);
        vm.prank(ALICE);
        token.approve(address(adapter), type(uint256).max);
    }

    function test_selectors() public pure {
        assertEq(OFTCore.send.selector, bytes4(0xc7c7f5b3));
        assertEq(OFTCore.quoteSend.selector, bytes4(0x3b6f743b));
        assertEq(OFTCore.token.selector, bytes4(0xfc0c546a));
        assertEq(
            OFTCore.OFTSent.selector,
            bytes32(0x85496b760a4b7f8d66384b9df21b381f5d1b1e79f229a47aaf4c232edc2fe59a)
        );
    }

    function testFuzz_oftBurnsWithoutDust(uint256 amount, uint256 extra) public {
        amount = bound(amount, 0, 1e30);
        extra = bound(extra, 0, 1 ether);
        uint256 supply = oft.totalSupply();
        (, OFTReceipt memory receipt) = _send(oft, amount, 0.01 ether + extra);
        assertEq(receipt.amountSentLD, amount / 1e12 * 1e12);
        assertEq(supply - oft.totalSupply(), receipt.amountSentLD);
        assertEq(oft.balanceOf(ALICE), oft.totalSupply());
        assertEq(REFUND.balance, extra);
        assertEq(address(oft).balance, 0.01 ether);
        vm.prank(OWNER);
        oft.receiveFrom(30_101, bytes32(0), ALICE, receipt.amountSentLD);
        assertEq(oft.totalSupply(), supply);
    }

    function test_adapterLocksAndUnlocks() public {
        vm.recordLogs();
        (MessagingReceipt memory message,) = _send(adapter, 1_234_567_890, 0.01 ether);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory sent = logs[logs.length - 1];
        assertEq(sent.topics[1], message.guid);
        assertEq(address(uint160(uint256(sent.topics[2]))), ALICE);
        (uint32 eid, uint256 amount,) = abi.decode(sent.data, (uint32, uint256, uint256));
        assertEq(eid, 30_101);
        assertEq(amount, 1_234_567_800);
        assertEq(token.balanceOf(address(adapter)), amount);
        assertEq(message.nonce, 1);
        vm.prank(OWNER);
        adapter.receiveFrom(30_101, message.guid, ALICE, amount);
        assertEq(token.balanceOf(ALICE), 1e30);
    }

    function test_refusals() public {
        SendParam memory param = _param(1e12 + 1);
        assertEq(oft.quoteSend(param, false).nativeFee, 0.01 ether);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(OFTCore.NotEnoughNative.selector, 1));
        oft.send{value: 1}(param, MessagingFee(1, 0), REFUND);
        vm.expectRevert(abi.encodeWithSelector(OFTCore.NotEnoughNative.selector, 0.01 ether));
        oft.send{value: 0.01 ether}(param, MessagingFee(0.02 ether, 0), REFUND);
        param.minAmountLD = 1e12 + 1;
        vm.expectRevert(abi.encodeWithSelector(OFTCore.SlippageExceeded.selector, 1e12, 1e12 + 1));
        oft.send{value: 0.01 ether}(param, MessagingFee(0.01 ether, 0), REFUND);
        param.dstEid = 7;
        vm.expectRevert(abi.encodeWithSelector(OFTCore.NoPeer.selector, 7));
        oft.send{value: 0.01 ether}(param, MessagingFee(0.01 ether, 0), REFUND);
        vm.expectRevert(abi.encodeWithSelector(OFTCore.OwnableUnauthorizedAccount.selector, ALICE));
        oft.mint(ALICE, 1);
    }

    function _send(OFTCore from, uint256 amount, uint256 value)
        private
        returns (MessagingReceipt memory, OFTReceipt memory)
    {
        vm.prank(ALICE);
        return from.send{value: value}(_param(amount), MessagingFee(value, 0), REFUND);
    }

    function _param(uint256 amount) private pure returns (SendParam memory) {
        return SendParam(30_101, bytes32(uint256(uint160(ALICE))), amount, 0, "", "", "");
    }
}
