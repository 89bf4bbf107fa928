// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Vm} from "forge-std/Vm.sol";
import {Manager} from "../../src/manager/Manager.sol";
import {TestToken} from "../vault/TestToken.sol";
import {Batch, ManagerFixture} from "./ManagerFixture.sol";
import {TestDecoder} from "./TestDecoder.sol";
import {TestLender} from "./TestLender.sol";
import {TestTarget} from "./TestTarget.sol";
import {Leaf} from "./Tree.sol";

contract ManagerFlashLoanTest is ManagerFixture {
    TestToken private _other;
    address[] private _tokens;
    uint256[] private _amounts;
    uint256 private _loanLeaf;
    uint256 private _noteLeaf;

    function setUp() public override {
        super.setUp();
        _other = new TestToken();
        _other.mint(address(lender), 50 ether);
        _tokens = [address(token), address(_other)];
        _amounts = [1000 ether, 50 ether];
        _noteLeaf = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE)));
        _loanLeaf = _allow(
            Leaf(
                address(decoder),
                address(manager),
                false,
                Manager.flashLoan.selector,
                abi.encodePacked(manager, token, _other)
            )
        );
        _setRoot(address(manager));
    }

    function _userData(Batch memory inner) private pure returns (bytes memory) {
        return abi.encode(inner.proofs, inner.decoders, inner.targets, inner.data, inner.values);
    }

    function _loan(bytes memory userData) private view returns (Batch memory batch) {
        batch = _one(
            _loanLeaf,
            abi.encodeCall(Manager.flashLoan, (address(manager), _tokens, _amounts, userData))
        );
        batch.targets[0] = address(manager);
    }

    function _honestLoan() private view returns (Batch memory) {
        return _loan(_userData(_one(_noteLeaf, _note(ALICE, 1))));
    }

    function test_theLoanIsForwardedUsedAndRepaidWithFees() public {
        lender.behave(TestLender.Manner.Honest, 3);
        token.mint(address(vault), 3);
        _other.mint(address(vault), 10);
        Batch memory batch = _honestLoan();
        vm.recordLogs();
        _manage(batch);

        assertEq(target.lastData(), _note(ALICE, 1));
        assertEq(target.lastCaller(), address(vault));
        assertEq(token.balanceOf(address(lender)), 1_000_000 ether + 3);
        assertEq(_other.balanceOf(address(lender)), 50 ether + 6);
        assertEq(token.balanceOf(address(vault)), 0);
        assertEq(_other.balanceOf(address(vault)), 4);
        assertEq(token.balanceOf(address(manager)), 0);

        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 managed;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == Manager.BoringVaultManaged.selector) ++managed;
        }
        assertEq(managed, 2);
        assertTrue(
            _passes(logs, address(token), address(manager), address(vault), 1000 ether),
            "the vault has the loan while the batch runs"
        );
    }

    function _passes(Vm.Log[] memory logs, address asset, address from, address to, uint256 amount)
        private
        pure
        returns (bool found)
    {
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != asset || logs[i].topics.length != 3) continue;
            if (logs[i].topics[1] != bytes32(uint256(uint160(from)))) continue;
            if (logs[i].topics[2] != bytes32(uint256(uint160(to)))) continue;
            if (abi.decode(logs[i].data, (uint256)) == amount) found = true;
        }
    }

    function test_theInnerBatchHasTheLoan() public {
        bytes memory spending = abi.encodeCall(TestDecoder.transfer, (address(target), 1000 ether));
        Leaf memory leaf = _leaf(TestDecoder.transfer.selector, abi.encodePacked(target));
        leaf.target = address(token);
        uint256 index = _allow(leaf);
        _setRoot(address(manager));
        Batch memory inner = _one(index, spending);
        inner.targets[0] = address(token);
        Batch memory batch = _loan(_userData(inner));
        // Spent within the batch, the loan cannot be repaid; with as much again it can.
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        _manage(batch);
        token.mint(address(vault), 1000 ether);
        _manage(batch);
        assertEq(token.balanceOf(address(target)), 1000 ether);
    }

    function test_saltBehindTheUserDataIsTolerated() public {
        Batch memory batch =
            _loan(bytes.concat(_userData(_one(_noteLeaf, _note(ALICE, 1))), keccak256("salt")));
        _manage(batch);
        _manage(batch);
        assertEq(target.callCount(), 2);
    }

    function test_anEmptyInnerBatchIsALoanForNothing() public {
        _manage(_loan(_userData(_empty(0))));
        assertEq(target.callCount(), 0);
        assertEq(token.balanceOf(address(lender)), 1_000_000 ether);
    }

    function test_theInnerBatchIsProvenAgainstTheManagersOwnRoot() public {
        Batch memory batch = _honestLoan();
        vm.prank(OWNER_ACCOUNT);
        manager.setManageRoot(address(manager), 0);
        Batch memory inner = _one(_noteLeaf, _note(ALICE, 1));
        _expectUnverified(inner, 0);
        _manage(batch);
    }

    function test_theManagerNeedsARoleForItself() public {
        Batch memory batch = _honestLoan();
        vm.prank(OWNER_ACCOUNT);
        authority.setUserRole(address(manager), MANAGER_INTERNAL, false);
        vm.expectRevert("UNAUTHORIZED");
        _manage(batch);
    }

    function test_aSilentLender() public {
        lender.behave(TestLender.Manner.Silent, 0);
        Batch memory batch = _honestLoan();
        vm.expectRevert(bytes4(0xf79b3a04));
        _manage(batch);
    }

    function test_aTamperingLender() public {
        lender.behave(TestLender.Manner.Tampering, 0);
        Batch memory batch = _honestLoan();
        vm.expectRevert(bytes4(0x1663f613));
        _manage(batch);
    }

    function test_aLenderCallingTwice() public {
        lender.behave(TestLender.Manner.CallingTwice, 0);
        Batch memory batch = _honestLoan();
        vm.expectRevert(bytes4(0x1663f613));
        _manage(batch);
    }

    function test_aFeeTheVaultCannotPay() public {
        lender.behave(TestLender.Manner.Honest, 1);
        Batch memory batch = _honestLoan();
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        _manage(batch);
    }

    function test_onlyTheVaultMayAskForALoan() public {
        address[4] memory callers =
            [STRATEGIST_ACCOUNT, OWNER_ACCOUNT, address(manager), address(lender)];
        for (uint256 i; i < callers.length; ++i) {
            vm.expectRevert(bytes4(0x77ed8165));
            vm.prank(callers[i]);
            manager.flashLoan(address(manager), _tokens, _amounts, "");
        }
    }

    function test_onlyTheLenderMayHandOverALoan() public {
        vm.expectRevert(bytes4(0xa38bce7f));
        vm.prank(address(vault));
        manager.receiveFlashLoan(_tokens, _amounts, _amounts, "");
    }

    function test_anUnaskedLoanIsRefused() public {
        vm.expectRevert(bytes4(0x26e6e2c7));
        vm.prank(address(lender));
        manager.receiveFlashLoan(_tokens, _amounts, _amounts, "");
        // Nor is one accepted after a loan has ended.
        _manage(_honestLoan());
        vm.expectRevert(bytes4(0x26e6e2c7));
        vm.prank(address(lender));
        manager.receiveFlashLoan(_tokens, _amounts, _amounts, "");
    }

    function test_otherTokensNeedAnotherLeaf() public {
        Batch memory batch = _honestLoan();
        _tokens = [address(_other), address(token)];
        batch.data[0] = abi.encodeCall(
            Manager.flashLoan,
            (address(manager), _tokens, _amounts, _userData(_one(_noteLeaf, _note(ALICE, 1))))
        );
        _expectUnverified(batch, 0);
        _manage(batch);
    }
}
