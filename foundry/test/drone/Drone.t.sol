// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {Drone} from "../../src/drone/Drone.sol";
import {DroneLib} from "../../src/drone/DroneLib.sol";

/// @notice Answers with what it was called with, and fails when told so.
contract Echo {
    error Failing(uint256 code);

    function echo(uint256 number) external payable returns (address, uint256, uint256) {
        return (msg.sender, msg.value, number);
    }

    function fail(uint256 code) external pure {
        revert Failing(code);
    }

    /// @dev As a wrapped token does: no more than 2300 gas.
    function pay(address payable to, uint256 amount) external {
        to.transfer(amount);
    }
}

contract DroneLibCaller {
    function targetOf(bytes calldata data) external pure returns (address) {
        return DroneLib.targetOf(data);
    }
}

contract DroneTest is Test {
    address private immutable _VAULT = makeAddr("vault");
    address private immutable _ALICE = makeAddr("alice");
    bytes32 private constant FLAG = DroneLib.TARGET_FLAG;

    Drone private _drone;
    Echo private _echo;
    DroneLibCaller private _lib;

    function setUp() public {
        _drone = new Drone(_VAULT, 0);
        _echo = new Echo();
        _lib = new DroneLibCaller();
        vm.deal(_VAULT, 100 ether);
        vm.deal(_ALICE, 10 ether);
        vm.deal(address(_echo), 10 ether);
    }

    function _asVault(bytes memory data, uint256 value)
        private
        returns (bool success, bytes memory answer)
    {
        vm.prank(_VAULT);
        (success, answer) = address(_drone).call{value: value}(data);
    }

    function test_theFlagIsTheHashOfItsName() public pure {
        assertEq(FLAG, keccak256(bytes("DroneLib.target")));
    }

    function testFuzz_bothFormsNameTheTarget(bytes calldata data, address named) public view {
        vm.assume(data.length >= 16);
        assertEq(_lib.targetOf(abi.encodePacked(data, named, FLAG)), named);
        assertEq(_lib.targetOf(bytes.concat(data, abi.encode(named, FLAG))), named);
    }

    function testFuzz_belowSixtyEightBytesNobodyIsNamed(uint8 length, address named) public view {
        bytes memory tail = abi.encodePacked(named, FLAG);
        bytes memory data = bytes.concat(new bytes(length % 32), tail);
        assertEq(_lib.targetOf(data), data.length < 68 ? address(0) : named);
    }

    function testFuzz_anotherFlagIsNone(bytes calldata data, address named, uint8 bit) public view {
        bytes32 flag = FLAG ^ bytes32(uint256(1) << bit);
        assertEq(_lib.targetOf(bytes.concat(data, abi.encode(named, flag))), address(0));
    }

    function testFuzz_theCallIsForwardedWithItsValue(uint256 number, uint64 value) public {
        bytes memory call = abi.encodeCall(Echo.echo, (number));
        (bool success, bytes memory answer) =
            _asVault(bytes.concat(call, abi.encode(_echo, FLAG)), value);
        assertTrue(success);
        assertEq(answer, abi.encode(address(_drone), value, number));
        (success, answer) = _asVault(abi.encodePacked(call, _echo, FLAG), 0);
        assertTrue(success);
        assertEq(answer, abi.encode(address(_drone), 0, number));
    }

    function test_refusalsArePassedOn() public {
        bytes memory call = abi.encodeCall(Echo.fail, (4));
        (bool success, bytes memory answer) =
            _asVault(bytes.concat(call, abi.encode(_echo, FLAG)), 0);
        assertFalse(success);
        assertEq(answer, abi.encodeWithSelector(Echo.Failing.selector, 4));
        (success, answer) = _asVault(bytes.concat(call, abi.encode(_ALICE, FLAG)), 0);
        assertFalse(success);
        assertEq(answer, abi.encodeWithSelector(bytes4(0x9996b315), _ALICE));
    }

    function test_withoutATargetNothingIsDone() public {
        (bool success, bytes memory answer) = _asVault(abi.encodeCall(Echo.echo, (1)), 0);
        assertFalse(success);
        assertEq(answer, abi.encodeWithSelector(Drone.Drone__NoTarget.selector));
    }

    function test_theVaultAloneCommands() public {
        bytes memory data = bytes.concat(abi.encodeCall(Echo.echo, (1)), abi.encode(_echo, FLAG));
        vm.prank(_ALICE);
        (bool success, bytes memory answer) = address(_drone).call(data);
        assertFalse(success);
        assertEq(answer, abi.encodeWithSelector(Drone.Drone__OnlyVault.selector));
        vm.prank(_ALICE);
        vm.expectRevert(Drone.Drone__OnlyVault.selector);
        _drone.withdrawNativeFromDrone();
    }

    function test_etherGoesOnToTheVault() public {
        vm.prank(_ALICE);
        (bool success,) = address(_drone).call{value: 1 ether}("");
        assertTrue(success);
        assertEq(_VAULT.balance, 101 ether);
        assertEq(address(_drone).balance, 0);
    }

    function test_etherSentWithLittleGasWaits() public {
        _echo.pay(payable(address(_drone)), 1 ether);
        assertEq(address(_drone).balance, 1 ether);
        vm.prank(_VAULT);
        _drone.withdrawNativeFromDrone();
        assertEq(_VAULT.balance, 101 ether);
        assertEq(address(_drone).balance, 0);
    }

    function test_safeGasIsAtLeastThatOfATransfer() public {
        assertEq(_drone.safeGas(), 21_000);
        assertEq(new Drone(_VAULT, 21_001).safeGas(), 21_001);
        Drone careful = new Drone(_VAULT, 200_000);
        vm.prank(_ALICE);
        (bool success,) = address(careful).call{value: 1, gas: 100_000}("");
        assertTrue(success);
        assertEq(address(careful).balance, 1);
    }

    function test_selectorOfWithdrawing() public pure {
        assertEq(
            Drone.withdrawNativeFromDrone.selector, bytes4(keccak256("withdrawNativeFromDrone()"))
        );
    }
}
