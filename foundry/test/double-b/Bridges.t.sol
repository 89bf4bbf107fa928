// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test, Vm} from "forge-std/Test.sol";
import {MessageTransmitterV2} from "../../src/double/cctp/MessageTransmitterV2.sol";
import {TokenMessengerV2} from "../../src/double/cctp/TokenMessengerV2.sol";
import {L1StandardBridge} from "../../src/double/op-bridge/L1StandardBridge.sol";
import {
    OptimismPortal,
    OutputRootProof,
    WithdrawalTransaction
} from "../../src/double/op-bridge/OptimismPortal.sol";
import {FreeToken} from "./Tokens.sol";

contract CctpTest is Test {
    address private constant OWNER = address(0x0123);
    address private constant ALICE = address(0xA11CE);
    bytes32 private constant REMOTE = bytes32(uint256(0xBEEF));

    FreeToken private usdc = new FreeToken("USDC", 6);
    MessageTransmitterV2 private transmitter = new MessageTransmitterV2(OWNER, 0);
    TokenMessengerV2 private messenger =
        new TokenMessengerV2(OWNER, address(usdc), address(transmitter));

    function setUp() public {
        vm.prank(OWNER);
        messenger.addRemoteTokenMessenger(6, REMOTE);
        usdc.mint(ALICE, 1e15);
        vm.prank(ALICE);
        usdc.approve(address(messenger), type(uint256).max);
    }

    function test_selectors() public pure {
        assertEq(TokenMessengerV2.depositForBurn.selector, bytes4(0x8e0250ee));
        assertEq(MessageTransmitterV2.receiveMessage.selector, bytes4(0x57ecfd28));
        assertEq(
            MessageTransmitterV2.MessageSent.selector,
            bytes32(0x8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b036)
        );
        assertEq(
            TokenMessengerV2.DepositForBurn.selector,
            bytes32(0x0c8c1cbdc5190613ebd485511d4e2812cfa45eecb79d845893331fedad5130a5)
        );
    }

    /// @dev What was sent, turned round by the other side, arrives once, less the fee of the way.
    function testFuzz_thereAndBack(uint256 amount, uint256 fee) public {
        amount = bound(amount, 2, 1e15);
        fee = bound(fee, 0, amount - 1);
        vm.recordLogs();
        vm.prank(ALICE);
        messenger.depositForBurn(amount, 6, _word(ALICE), address(usdc), _word(ALICE), fee, 1000);
        assertEq(usdc.balanceOf(ALICE), 1e15 - amount);
        assertEq(usdc.balanceOf(address(messenger)), amount);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bytes memory sent = abi.decode(logs[1].data, (bytes));
        assertEq(sent.length, 148 + 228);

        bytes memory message = _message(6, 0, bytes32("n"), REMOTE, address(0), amount, fee);
        vm.expectRevert("Invalid attestation");
        transmitter.receiveMessage(message, hex"01");
        vm.prank(OWNER);
        transmitter.post(message);
        vm.expectEmit(address(messenger));
        emit TokenMessengerV2.MintAndWithdraw(ALICE, amount - fee, address(usdc), fee);
        transmitter.receiveMessage(message, hex"01");
        assertEq(usdc.balanceOf(ALICE), 1e15 - fee);
        vm.expectRevert("Nonce already used");
        transmitter.receiveMessage(message, hex"01");
    }

    function test_refusals() public {
        vm.startPrank(ALICE);
        vm.expectRevert("No TokenMessenger for domain");
        messenger.depositForBurn(5, 7, _word(ALICE), address(usdc), 0, 0, 1000);
        vm.expectRevert("Burn token not supported");
        messenger.depositForBurn(5, 6, _word(ALICE), ALICE, 0, 0, 1000);
        vm.expectRevert("Max fee must be less than amount");
        messenger.depositForBurn(5, 6, _word(ALICE), address(usdc), 0, 5, 1000);
        vm.expectRevert("Invalid message transmitter");
        messenger.handleReceivedMessage(6, REMOTE, "");
        vm.expectRevert("Ownable: caller is not the owner");
        transmitter.post("");
        vm.stopPrank();

        _refuse(
            _message(6, 1, bytes32("a"), REMOTE, address(0), 1, 0), "Invalid destination domain"
        );
        _refuse(_message(6, 0, bytes32("b"), REMOTE, ALICE, 1, 0), "Invalid caller for message");
        _refuse(
            _message(6, 0, bytes32("c"), bytes32("x"), address(0), 1, 0),
            "Remote TokenMessenger unsupported"
        );
    }

    function _refuse(bytes memory message, string memory why) private {
        vm.prank(OWNER);
        transmitter.post(message);
        vm.expectRevert(bytes(why));
        transmitter.receiveMessage(message, hex"01");
    }

    function _message(
        uint32 from,
        uint32 to,
        bytes32 nonce,
        bytes32 sender,
        address caller,
        uint256 amount,
        uint256 fee
    ) private view returns (bytes memory) {
        bytes memory head = abi.encodePacked(
            uint32(1), from, to, nonce, sender, _word(address(messenger)), _word(caller)
        );
        bytes memory body =
            abi.encodePacked(uint32(1), REMOTE, _word(ALICE), amount, REMOTE, fee, fee, uint256(0));
        return bytes.concat(head, abi.encodePacked(uint32(1000), uint32(1000)), body);
    }

    function _word(address value) private pure returns (bytes32) {
        return bytes32(uint256(uint160(value)));
    }
}

contract OpBridgeTest is Test {
    address private constant OWNER = address(0x0123);
    address private constant OTHER = address(0x0782);
    address private constant REMOTE = address(0x4E40);
    address private constant ALICE = address(0xA11CE);

    FreeToken private token = new FreeToken("T", 18);
    OptimismPortal private portal = new OptimismPortal(OWNER, 7 days);
    L1StandardBridge private bridge = new L1StandardBridge(address(portal), OTHER);

    function setUp() public {
        token.mint(ALICE, 1e24);
        vm.deal(ALICE, 10 ether);
        vm.prank(ALICE);
        token.approve(address(bridge), type(uint256).max);
    }

    function test_selectors() public pure {
        assertEq(L1StandardBridge.bridgeETHTo.selector, bytes4(0xe11013dd));
        assertEq(L1StandardBridge.bridgeERC20To.selector, bytes4(0x540abf73));
        assertEq(OptimismPortal.proveWithdrawalTransaction.selector, bytes4(0x4870496f));
        assertEq(OptimismPortal.finalizeWithdrawalTransaction.selector, bytes4(0x8c3152e9));
        assertEq(
            OptimismPortal.WithdrawalProven.selector,
            bytes32(0x67a6208cfcc0801d50f6cbe764733f4fddf66ac0b04442061a8a8c0cb6b63f62)
        );
        assertEq(
            OptimismPortal.WithdrawalFinalized.selector,
            bytes32(0xdb5c7652857aa163daadd670e116628fb42e869d8ac4251ef8971d9e5727df1b)
        );
        assertEq(
            L1StandardBridge.ETHBridgeInitiated.selector,
            bytes32(0x2849b43074093a05396b6f2a937dee8565b15a48a7b3d4bffb732a5017380af5)
        );
    }

    function testFuzz_tokensThereAndBack(uint256 amount) public {
        amount = bound(amount, 1, 1e24);
        vm.expectEmit(address(bridge));
        emit L1StandardBridge.ERC20BridgeInitiated(address(token), REMOTE, ALICE, ALICE, amount, "");
        vm.prank(ALICE);
        bridge.bridgeERC20To(address(token), REMOTE, ALICE, amount, 200_000, "");
        assertEq(token.balanceOf(address(bridge)), amount);
        assertEq(bridge.deposits(address(token), REMOTE), amount);
        WithdrawalTransaction memory tx_ = _withdrawal(
            OTHER,
            0,
            abi.encodeCall(
                L1StandardBridge.finalizeBridgeERC20,
                (address(token), REMOTE, ALICE, ALICE, amount, "")
            )
        );
        _prove(tx_);
        vm.expectEmit(address(portal));
        emit OptimismPortal.WithdrawalFinalized(portal.hashOf(tx_), true);
        portal.finalizeWithdrawalTransaction(tx_);
        assertEq(token.balanceOf(ALICE), 1e24);
        assertEq(bridge.deposits(address(token), REMOTE), 0);
        vm.expectRevert(OptimismPortal.AlreadyFinalized.selector);
        portal.finalizeWithdrawalTransaction(tx_);
    }

    function test_nativeThereAndBack() public {
        vm.prank(ALICE);
        bridge.bridgeETHTo{value: 2 ether}(ALICE, 200_000, "");
        assertEq(address(portal).balance, 2 ether);
        bytes memory data =
            abi.encodeCall(L1StandardBridge.finalizeBridgeETH, (ALICE, ALICE, 2 ether, ""));
        WithdrawalTransaction memory tx_ = _withdrawal(OTHER, 2 ether, data);
        _prove(tx_);
        portal.finalizeWithdrawalTransaction(tx_);
        assertEq(ALICE.balance, 10 ether);
        assertEq(portal.l2Sender(), address(0));
    }

    function test_refusals() public {
        bytes memory data =
            abi.encodeCall(L1StandardBridge.finalizeBridgeETH, (ALICE, ALICE, 0, ""));
        WithdrawalTransaction memory tx_ = _withdrawal(ALICE, 0, data);
        OutputRootProof memory root;
        vm.expectRevert(OptimismPortal.InvalidMerkleProof.selector);
        portal.proveWithdrawalTransaction(tx_, 0, root, new bytes[](1));
        vm.expectRevert(OptimismPortal.Unproven.selector);
        portal.finalizeWithdrawalTransaction(tx_);
        vm.expectRevert(OptimismPortal.Unauthorized.selector);
        portal.announce(0);
        _prove(tx_);
        vm.warp(block.timestamp - 1);
        vm.expectRevert(OptimismPortal.ProofNotOldEnough.selector);
        portal.finalizeWithdrawalTransaction(tx_);
        vm.warp(block.timestamp + 1);
        // The bridge refuses a sender that is not its other half; the portal logs the failure.
        vm.expectEmit(address(portal));
        emit OptimismPortal.WithdrawalFinalized(portal.hashOf(tx_), false);
        portal.finalizeWithdrawalTransaction(tx_);
        vm.expectRevert("StandardBridge: function can only be called from the other bridge");
        bridge.finalizeBridgeETH(ALICE, ALICE, 0, "");
    }

    function _prove(WithdrawalTransaction memory tx_) private {
        bytes32 hash = portal.hashOf(tx_);
        vm.prank(OWNER);
        portal.announce(hash);
        OutputRootProof memory root;
        portal.proveWithdrawalTransaction(tx_, 0, root, new bytes[](1));
        vm.warp(block.timestamp + 7 days + 1);
    }

    function _withdrawal(address sender, uint256 value, bytes memory data)
        private
        view
        returns (WithdrawalTransaction memory)
    {
        return WithdrawalTransaction(1, sender, address(bridge), value, 500_000, data);
    }
}
